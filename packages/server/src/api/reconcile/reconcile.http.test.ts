import { apiScopes, endpoints, reconcileBatchSize, type Usage } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askingsOf, stranger } from '../../../../testing/src/access/matrix.ts';
import { type DiscoveryService, openDiscoveryService } from '../../../../testing/src/data/discovery.ts';
import { testAudit } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { faultsOf, type reconcileSchemas } from '../../../../testing/src/http/reconcile-schemas.ts';
import { setAccount } from '../access/accounts.ts';
import { changeKey, issueKey } from '../access/key-changes.ts';
import { setPlan } from '../access/plans.ts';

let discovery: DiscoveryService;
let key: string;
let root: string;

beforeAll(async () => {
  discovery = await openDiscoveryService();
  key = await discovery.issue('reconcile');
  root = `/reconcile/${key}`;
});
afterAll(() => discovery?.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  discovery.service.app.inject({ url, headers: { host: 'data.example.com', ...headers } });

/** A form, exactly as OpenRefine sends it. */
const post = (name: string, value: unknown, at = root) =>
  discovery.service.app.inject({
    method: 'POST',
    url: at,
    payload: new URLSearchParams([[name, JSON.stringify(value)]]).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', 'user-agent': 'OpenRefine 3.9.5' },
  });

/** The body of a response that is valid for the specification. */
async function valid<T>(kind: keyof typeof reconcileSchemas, asked: ReturnType<typeof get>): Promise<T> {
  const response = await asked;
  expect(response.statusCode, response.body).toBe(200);
  const body = response.json();
  expect(faultsOf(kind, body)).toEqual([]);
  expect(response.headers['access-control-allow-origin']).toBe('*');
  return body as T;
}

interface Candidate {
  id: string;
  name: string;
  score: number;
  match: boolean;
  description: string;
  type: { id: string }[];
  features: { id: string; value: number }[];
}
type Results = Record<string, { result: Candidate[] }>;
const reconcile = (queries: object, at = root) => valid<Results>('results', post('queries', queries, at));
const bestOf = (results: Results, name: string) => results[name]?.result[0];

interface Manifest {
  name: string;
  preview: { url: string };
  suggest: Record<string, { service_url: string; service_path: string }>;
  extend: { propose_properties: { service_url: string; service_path: string } };
  batchSize: number;
}

const pathOf = (url: string) => url.replace('http://data.example.com', '');

describe('a dialogue in the form of OpenRefine', () => {
  let manifest: Manifest;
  const serviceAt = ({ service_url, service_path }: { service_url: string; service_path: string }) =>
    pathOf(service_url) + service_path;

  test('the browser reads the manifest, which states every address', async () => {
    manifest = await valid<Manifest>('manifest', get(root, { origin: 'http://127.0.0.1:3333' }));
    expect(manifest).toMatchObject({ name: 'orgdex', versions: ['0.2'], batchSize: reconcileBatchSize });
    expect(manifest.preview.url).toBe(`http://data.example.com${root}/preview?id={{id}}`);
  });

  test('the first rows, without a type, show that they are companies', async () => {
    const rows = ['Heron Instruments', 'Ashgrove Dairy', 'Bramble Yard', 'Wandering Lark', 'Heron', 'nothing like it'];
    const queries = Object.fromEntries(rows.map((query, at) => [`q${at}`, { query, limit: 3 }]));
    const results = await reconcile(queries);
    const types = Object.values(results).flatMap(({ result }) =>
      result.flatMap(({ type }) => type.map(({ id }) => id)),
    );
    expect(new Set(types)).toEqual(new Set(['Company']));
    expect(Object.values(results).every(({ result }) => result.length <= 3)).toBe(true);
  });

  test('the user chooses the columns that describe a row', async () => {
    const { property, type } = manifest.suggest;
    const found = await valid<{ result: { id: string }[] }>(
      'properties',
      get(`${serviceAt(property as never)}?prefix=ci`),
    );
    expect(found.result.map(({ id }) => id)).toContain('city');
    const numbers = await valid<{ result: object[] }>('properties', get(`${serviceAt(property as never)}?prefix=abn`));
    expect(numbers.result[0]).toMatchObject({ id: 'abn', name: 'ABN' });
    const types = await valid<object>('types', get(`${serviceAt(type as never)}?prefix=comp`));
    expect(types).toEqual({ result: [{ id: 'Company', name: 'Company' }] });
  });

  test('a batch of 50 rows with a type and columns has a result for each', async () => {
    const row = (at: number) => ({
      query: at % 2 === 0 ? 'Heron Instruments Limited' : 'Ashgrove Dairy',
      type: 'Company',
      type_strict: 'should',
      properties: [
        { pid: 'city', v: at % 2 === 0 ? 'Perth' : 'Hobart' },
        { pid: 'country', v: 'AU' },
      ],
    });
    const results = await reconcile(Object.fromEntries([...Array(50).keys()].map((at) => [`q${at}`, row(at)])));
    expect(Object.keys(results)).toHaveLength(50);
    expect(bestOf(results, 'q0')).toMatchObject({ id: discovery.idOf('heron'), match: true });
    expect(bestOf(results, 'q49')).toMatchObject({ id: discovery.idOf('dairy-tas') });
    expect(bestOf(results, 'q0')?.score).toBeGreaterThan(90);
    expect(bestOf(results, 'q0')?.features.map(({ id }) => id)).toContain('name');
  });

  test('the user searches for another company, and sees a preview', async () => {
    const entity = serviceAt(manifest.suggest.entity as never);
    const { result } = await valid<{ result: Candidate[] }>('entities', get(`${entity}?prefix=heron+inst`));
    expect(result[0]).toMatchObject({ id: discovery.idOf('heron'), name: 'Heron Instruments Pty Ltd' });
    expect(result[0]?.description).toBe('Perth, Western Australia · Manufacturing');
    const preview = await get(pathOf(manifest.preview.url).replace('{{id}}', discovery.idOf('heron')));
    expect(preview.statusCode).toBe(200);
    expect(preview.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(preview.body).toContain('<h1>Heron Instruments Pty Ltd</h1>');
  });

  test('columns are added from the profiles', async () => {
    const proposed = serviceAt(manifest.extend.propose_properties);
    // OpenRefine appends the type with a question mark.
    const { properties } = await valid<{ properties: { id: string }[] }>('proposal', get(`${proposed}?type=Company`));
    const ids = properties.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['fqdn', 'employee_count', 'industries', 'industry_codes.abn']));
    // A short list; the others are suggested while the user types.
    expect(ids.length).toBeLessThan(40);
    const typed = await get(`${serviceAt(manifest.suggest.property as never)}?prefix=nextgen`);
    expect(typed.json<{ result: object[] }>().result.length).toBeGreaterThan(0);
    const extend = {
      ids: [discovery.idOf('heron'), discovery.idOf('unknown'), 'c0000000000000000000000000'],
      properties: [{ id: 'fqdn' }, { id: 'employee_count' }, { id: 'abn' }, { id: 'industries' }, { id: 'no_such' }],
    };
    const answer = await valid<{ meta: object[]; rows: Record<string, object> }>('extension', post('extend', extend));
    expect(answer.meta).toHaveLength(5);
    expect(answer.rows[extend.ids[0] as string]).toEqual({
      fqdn: [{ str: 'heron-instruments.com.au' }],
      employee_count: [{ int: 120 }],
      abn: [{ str: discovery.numbered(1).abn }],
      industries: [{ str: 'Manufacturing' }],
      no_such: [],
    });
    const nothing = { fqdn: [], employee_count: [], abn: [], industries: [], no_such: [] };
    expect(answer.rows[extend.ids[2] as string]).toEqual(nothing);
  });

  test('every proposed column can be added', async () => {
    const { properties } = (await get(`${root}/properties`)).json<{ properties: { id: string }[] }>();
    await valid('extension', post('extend', { ids: [discovery.idOf('heron')], properties }));
  });
});

describe('queries', () => {
  test('only a certain match is marked as one', async () => {
    const results = await reconcile({
      sure: { query: 'Heron Instruments', properties: [{ pid: 'fqdn', v: 'heron-instruments.com.au' }] },
      twins: { query: 'Bramble Yard', properties: [{ pid: 'city', v: ['Perth'] }] },
    });
    expect(results.sure?.result.map(({ match }) => match)[0]).toBe(true);
    expect(results.twins?.result.length).toBeGreaterThanOrEqual(2);
    expect(results.twins?.result.some(({ match }) => match)).toBe(false);
  });

  test('a value that a field cannot have does not spoil the query', async () => {
    const properties = [
      { pid: 'employee_count', v: 'many' },
      { pid: 'country', v: 'Australia' },
      { pid: 'ref', v: 'x' },
      { pid: 'colour', v: { id: 'red' } },
      { pid: '__proto__', v: 'x' },
      { pid: 'city', v: { id: '7', name: 'Perth' } },
      null,
    ];
    const results = await reconcile({ q0: { query: 'Heron Instruments', properties } });
    expect(bestOf(results, 'q0')?.id).toBe(discovery.idOf('heron'));
  });

  test.each([{}, { query: '' }, { query: 7 }, { query: null, properties: 'x' }, null, 'text', { limit: -1 }])(
    'the query %j is answered without an error',
    async (query) => {
      const results = await reconcile({ bad: query, good: { query: 'Heron Instruments', limit: 1 } });
      expect(results.bad?.result).toBeInstanceOf(Array);
      expect(results.good?.result).toHaveLength(1);
    },
  );

  test('they may be in the query string', async () => {
    const queries = JSON.stringify({ q0: { query: 'Heron Instruments' } });
    const results = await valid<Results>('results', get(`${root}?queries=${encodeURIComponent(queries)}`));
    expect(bestOf(results, 'q0')?.id).toBe(discovery.idOf('heron'));
  });

  test('an address with a country finds the companies of that country first', async () => {
    const manifest = await valid<Manifest>('manifest', get(`${root}/AU`));
    expect(manifest.name).toBe('orgdex (AU)');
    expect(manifest.preview.url).toContain(`${root}/AU/preview`);
    const [plain, inAustralia, inJapan] = await Promise.all(
      [root, `${root}/AU`, `${root}/JP`].map((at) => reconcile({ q0: { query: 'Heron Instruments' } }, at)),
    );
    const score = (results: Results | undefined) => bestOf(results as Results, 'q0')?.score ?? 0;
    expect(score(inAustralia)).toBeGreaterThan(score(plain));
    expect(score(plain)).toBeGreaterThan(score(inJapan));
    const { result } = (await get(`${root}/JP/suggest/entity?prefix=heron`)).json<{ result: object[] }>();
    expect(result).toEqual([]);
    expectProblem(await get(`${root}/XX`), 'unsupported_country', 'country');
  });

  test.each([
    ['queries', 'not json'],
    ['queries', '[]'],
    ['extend', '{}'],
    ['extend', '{"ids":[1]'],
  ])('%s=%s is 400', async (name, value) => {
    const response = await discovery.service.app.inject({
      method: 'POST',
      url: root,
      payload: new URLSearchParams([[name, value]]).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expectProblem(response, 'invalid_field', name);
  });

  test('a batch may be larger than other requests, up to 1 MiB', async () => {
    const wide = (letters: number) => ({ query: 'Nobody', properties: [{ pid: 'note', v: 'x'.repeat(letters) }] });
    const batch = (letters: number) => Object.fromEntries([...Array(50).keys()].map((at) => [`q${at}`, wide(letters)]));
    expect(Object.keys(await reconcile(batch(10_000)))).toHaveLength(50);
    expectProblem(await post('queries', batch(25_000)), 'body_too_large');
  });

  test('a batch that is too large is 400', async () => {
    const queries = Object.fromEntries([...Array(101).keys()].map((at) => [`q${at}`, { query: 'a' }]));
    expectProblem(await post('queries', queries), 'invalid_field', 'queries');
  });
});

describe('in a browser', () => {
  test('a page that cannot read JSON gets a script', async () => {
    const { headers, body } = await get(`${root}?callback=jQuery_1.done`);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(body).toMatch(/^\/\*\*\/jQuery_1\.done\(\{"versions":.*\}\);$/);
    expectProblem(await get(`${root}?callback=alert(1)//`), 'invalid_field', 'callback');
  });

  test('the preview may be framed, runs no script and escapes what a company is called', async () => {
    const name = '<script>alert(1)</script> & "Sons\'';
    await discovery.database.importRecords('hostile', [{ type: 'company', key: 'hostile', name } as never]);
    await discovery.database.publish();
    const [{ id }] = (await discovery.database.rows(
      `SELECT company_id AS id FROM company_record WHERE key = 'hostile'`,
    )) as [{ id: string }];
    const { headers, body } = await get(`${root}/preview?id=${id}`);
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Sons&#39;');
    expect(body).not.toContain('<script');
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none';style-src 'sha256-[^']+';frame-ancestors \*$/,
    );
    expect(headers['set-cookie']).toBeUndefined();
    // Every other response still may not.
    expect((await get(root)).headers['x-frame-options']).toBe('DENY');
  });

  test('an unknown company has no preview', async () => {
    expectProblem(await get(`${root}/preview?id=nobody`), 'company_not_found', 'id');
  });

  test('it may send the key in a header', async () => {
    const preflight = await discovery.service.app.inject({ method: 'OPTIONS', url: '/reconcile' });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization');
    const headers = { authorization: `Bearer ${key}` };
    const manifest = await valid<Manifest>('manifest', get('/reconcile', headers));
    expect(manifest.preview.url).toBe('http://data.example.com/reconcile/preview?id={{id}}');
    await valid('entities', get('/reconcile/suggest/entity?prefix=heron', headers));
  });
});

describe('the key', () => {
  const deps = () => ({ pool: discovery.service.pool, ...testAudit });
  const issue = async (account: string, terms: object = {}) =>
    issueKey(deps(), { terms: { account, scopes: ['reconcile'], ...terms }, makeAccount: true });

  test('has a prefix of its own and opens nothing else', async () => {
    expect(key).toMatch(/^orgdex_recon_[0-9A-Za-z]{38}$/);
    const headers = { authorization: `Bearer ${key}` };
    for (const { endpoint, method } of askingsOf(endpoints, stranger('valid'))) {
      const url = endpoint.url.replaceAll(/\{\w+\}/g, 'x');
      const { statusCode } = await discovery.service.app.inject({ method: method as 'GET', url, headers });
      expect({ url, statusCode }).toEqual({ url, statusCode: 401 });
    }
  });

  test('excludes other scopes, at creation and later', async () => {
    await expect(issue('acme', { scopes: ['reconcile', 'company:read'] })).rejects.toThrow('alone');
    const { details } = await issue('acme');
    await expect(changeKey(deps(), { id: details.id, terms: { scopes: ['company:read'] } })).rejects.toThrow(
      'reconcile',
    );
    const other = await issueKey(deps(), { terms: { account: 'acme', scopes: ['company:read'] } });
    const change = changeKey(deps(), { id: other.details.id, terms: { scopes: ['reconcile'] } });
    await expect(change).rejects.toThrow('reconcile');
  });

  test('of another kind, an unknown one and none are rejected', async () => {
    expectProblem(await get(`/reconcile/${await discovery.issue(...apiScopes)}`), 'key_unknown');
    expectProblem(await get(`${root.slice(0, -1)}!`), 'key_unknown');
    expectProblem(await get('/reconcile'), 'key_missing');
    const response = await get('/reconcile/AU');
    expect(expectProblem(response, 'key_unknown').message).toContain('orgdex_recon_');
    expect(response.headers['access-control-allow-origin']).toBe('*');
  });

  test('works only for its countries', async () => {
    const { key: bound } = await issue('acme', { countries: ['NZ'] });
    expectProblem(await get(`/reconcile/${bound}`), 'country_not_allowed', 'country');
    await valid('manifest', get(`/reconcile/${bound}/NZ`));
  });

  test('reads the companies of its mode', async () => {
    const { key: sandbox } = await issue('acme', { mode: 'test' });
    expect(sandbox).toMatch(/^orgdex_recon_/);
    await valid('manifest', get(`/reconcile/${sandbox}`));
  });
});

describe('limits and credits', () => {
  async function open(account: string, terms: object) {
    const deps = { pool: discovery.service.pool, ...testAudit };
    await setPlan(deps, { name: account, terms: { rate: 1000, burst: 1000, requests_per_day: 1000, ...terms } });
    await setAccount(deps, { name: account, terms: { plan: account } });
    const both = [['reconcile'], ['company:read']] as const;
    const [own, other] = await Promise.all(
      both.map((scopes) => issueKey(deps, { terms: { account, scopes: [...scopes] } })),
    );
    const usage = async () => {
      const headers = { authorization: `Bearer ${other?.key}` };
      return (await discovery.service.app.inject({ url: '/usage', headers })).json<Usage>();
    };
    return { at: `/reconcile/${own?.key}`, usage };
  }
  const sure = { query: 'Heron Instruments', properties: [{ pid: 'fqdn', v: 'heron-instruments.com.au' }] };
  const left = ({ headers }: Awaited<ReturnType<typeof get>>) =>
    Number(/"day";r=(\d+)/.exec(String(headers.ratelimit))?.[1]);

  test('a match costs a credit, as does a company with values; the rest is free', async () => {
    const { at, usage } = await open('recon-counted', { monthly_credits: 100 });
    await post('queries', { a: sure, b: { query: 'nothing like it' }, c: sure }, at);
    expect((await usage()).credits.used).toBe(2);
    const ids = [discovery.idOf('heron'), discovery.idOf('dairy-wa'), 'nobody'];
    await post('extend', { ids, properties: [{ id: 'name' }] }, at);
    expect((await usage()).credits.used).toBe(4);
    for (const path of ['', '/suggest/entity?prefix=heron', '/properties', `/preview?id=${ids[0]}`])
      await get(at + path);
    const { credits, days } = await usage();
    expect(credits.used).toBe(4);
    expect(days.map(({ operation, count }) => `${operation} ${count}`).sort()).toEqual([
      'extendCompanies 2',
      'reconcileCompanies 2',
    ]);
  });

  test('every ten queries count as one request', async () => {
    const { at } = await open('recon-limited', {});
    const before = left(await get(at));
    const queries = Object.fromEntries([...Array(50).keys()].map((n) => [`q${n}`, { query: `Nobody ${n}` }]));
    expect(before - left(await post('queries', queries, at))).toBe(5);
  });

  test('without credits a batch is rejected, but the rows that show the type never are', async () => {
    const { at } = await open('recon-poor', { monthly_credits: 1 });
    const many = { a: sure, b: sure };
    const refused = await post('queries', many, at);
    expectProblem(refused, 'quota_exhausted');
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    const guess = { q0: { query: 'Heron Instruments', limit: 3 }, q1: { query: 'Heron', limit: 3 } };
    expect(await reconcile(guess, at)).toEqual({ q0: { result: [] }, q1: { result: [] } });
    // With another limit it is an ordinary batch.
    expectProblem(
      await post('queries', { q0: { query: 'a', limit: 2 }, q1: { query: 'b', limit: 2 } }, at),
      'quota_exhausted',
    );
  });

  test('too many requests are 429 with the time to wait', async () => {
    const { at } = await open('recon-slow', { rate: 1, burst: 2 });
    const responses = await Promise.all([...Array(5)].map(() => post('queries', { a: { ...sure, limit: 1 } }, at)));
    const refused = responses.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expectProblem(one, 'rate_limited');
  });
});
