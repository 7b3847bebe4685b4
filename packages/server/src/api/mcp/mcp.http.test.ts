import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { apiScopes, problems, type Scope, type Usage } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DiscoveryService, openDiscoveryService } from '../../../../testing/src/data/discovery.ts';
import { testAudit } from '../../../../testing/src/data/test-service.ts';
import { startKeyProxy } from '../../../../testing/src/http/key-proxy.ts';
import { connectAs, type ToolClient } from '../../../../testing/src/http/mcp-clients.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { setAccount } from '../access/accounts.ts';
import { issueKey } from '../access/key-changes.ts';
import { setPlan } from '../access/plans.ts';

let discovery: DiscoveryService;
let base: string;
let all: string;

beforeAll(async () => {
  discovery = await openDiscoveryService();
  base = await discovery.service.app.listen({ host: '127.0.0.1', port: 0 });
  all = await discovery.issue(...apiScopes);
});
afterAll(() => discovery?.close());

const names = [
  'search_companies',
  'suggest_companies',
  'match_company',
  'match_companies',
  'get_company',
  'search_people',
  'list_filter_values',
  'get_usage',
];

/** A valid call of each tool, and the same request over HTTP. */
const calls = (): Record<string, { given: Record<string, unknown>; rest: () => Promise<{ json(): unknown }> }> => {
  const { get, post, idOf } = discovery;
  const item = { name: 'Heron Instruments', fqdn: 'heron-instruments.com.au' };
  const people = { companyId: idOf('heron'), position: 'marketing' };
  return {
    search_companies: {
      given: { q: 'heron', size: 2, facets: ['country'] },
      rest: () => post('/companies/search', { q: 'heron', size: 2, facets: ['country'] }),
    },
    suggest_companies: { given: { q: 'her', size: 3 }, rest: () => get('/companies/suggest?q=her&size=3') },
    match_company: { given: { company: item }, rest: () => post('/companies/match', { companies: [item] }) },
    match_companies: { given: { companies: [item] }, rest: () => post('/companies/match', { companies: [item] }) },
    get_company: { given: { fqdn: item.fqdn }, rest: () => get(`/company?fqdn=${item.fqdn}`) },
    search_people: { given: people, rest: () => post('/people/search', people) },
    list_filter_values: { given: { field: 'industry', size: 5 }, rest: () => get('/companies/values/industry?size=5') },
    get_usage: { given: {}, rest: () => get('/usage') },
  };
};

describe.each(['modern', 'legacy', 'former'] as const)('a %s client', (kind) => {
  let client: ToolClient;
  beforeAll(async () => {
    client = await connectAs[kind](base, all);
  });
  afterAll(() => client?.close());

  test('negotiates its version of the protocol', () => {
    const version = { modern: '2026-07-28', legacy: '2025-11-25', former: '2025-11-25' }[kind];
    expect(client.version).toBe(version);
  });

  test('lists all tools with their schemas', async () => {
    const tools = await client.list();
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const { inputSchema, outputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  test.each(names)('calls %s and gets what the operation returns', async (name) => {
    const { given, rest } = calls()[name] as ReturnType<typeof calls>[string];
    const { isError, text, structured } = await client.call(name, given);
    expect(isError, text).toBe(false);
    expect(JSON.parse(text)).toEqual(structured);
    const body = (await rest()).json() as Record<string, unknown> & { results: unknown[] };
    if (name === 'search_people') expect(structured).toEqual({ people: body, total_count: 2 });
    else if (name === 'match_company') expect(structured).toEqual(body.results[0]);
    else if (name === 'get_company') expect({ ...body, matched_by: 'fqdn' }).toMatchObject(structured as object);
    else if (name === 'get_usage') expect(structured).toMatchObject({ account: body.account, scopes: body.scopes });
    else expect(structured).toEqual(body);
  });
});

describe('access', () => {
  const listed = async (...scopes: Scope[]) => {
    const client = await connectAs.modern(base, await discovery.issue(...scopes));
    return (await client.list()).map(({ name }) => name);
  };

  test('a key lists only the tools of its scopes', async () => {
    expect(await listed('company:read')).toEqual(['match_company', 'match_companies', 'get_company', 'get_usage']);
    expect(await listed('people:search')).toEqual(['search_people', 'get_usage']);
    const ofSearch = ['search_companies', 'suggest_companies', 'list_filter_values', 'get_usage'];
    expect(await listed('company:search')).toEqual(ofSearch);
  });

  test('a tool of another scope is rejected', async () => {
    const client = await connectAs.modern(base, await discovery.issue('company:read'));
    const { isError, text } = await client.call('search_people', { companyId: discovery.idOf('heron') });
    expect({ isError, code: JSON.parse(text).code }).toEqual({ isError: true, code: 'scope_missing' });
  });

  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = (headers: Record<string, string>, payload: object | string = message) =>
    discovery.service.app.inject({
      method: 'POST',
      url: '/mcp',
      payload,
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    });

  test('without a valid key, the response is 401 and names the scheme', async () => {
    for (const [headers, code] of [
      [{}, 'key_missing'],
      [{ authorization: 'Bearer orgdex_live_wrong' }, 'key_unknown'],
      [{ authorization: `Bearer ${await discovery.issue('reconcile')}` }, 'key_unknown'],
    ] as const) {
      const response = await post(headers);
      expectProblem(response, code);
      expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
    }
  });

  test('GET and DELETE are 405', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const headers = { authorization: `Bearer ${all}` };
      const response = await discovery.service.app.inject({ method, url: '/mcp', headers });
      expectProblem(response, 'method_not_allowed');
      expect(response.headers.allow).toBe('POST');
    }
  });

  test.each([
    ['https://evil.example', 'data.example.com'],
    // A name of another site that was pointed at this machine.
    ['http://evil.example', 'evil.example'],
    ['null', '127.0.0.1:8080'],
  ])('a page of %s may not call it at %s', async (origin, host) => {
    expectProblem(await post({ authorization: `Bearer ${all}`, origin, host }), 'cross_site_request');
  });

  test('a program without a client can list and call tools', async () => {
    const authorization = `Bearer ${all}`;
    const list = await post({ authorization });
    expect(list.statusCode).toBe(200);
    expect(list.body).toContain('"name":"search_companies"');
    const params = { name: 'suggest_companies', arguments: { q: 'heron' } };
    const call = await post({ authorization }, { jsonrpc: '2.0', id: 2, method: 'tools/call', params });
    expect(call.body).toContain('Heron Instruments Pty Ltd');
  });

  test.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'a client of version %s can start and call a tool',
    async (version) => {
      const headers = { authorization: `Bearer ${all}` };
      const start = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } };
      const started = await post(headers, { jsonrpc: '2.0', id: 1, method: 'initialize', params: start });
      expect(started.body).toContain(`"protocolVersion":"${version}"`);
      const params = { name: 'suggest_companies', arguments: { q: 'heron' } };
      const message = { jsonrpc: '2.0', id: 2, method: 'tools/call', params };
      const called = await post({ ...headers, 'mcp-protocol-version': version }, message);
      expect(called.body).toContain('Heron Instruments Pty Ltd');
    },
  );

  test('text that is not JSON is 400', async () => {
    expectProblem(await post({ authorization: `Bearer ${all}` }, '{"jsonrpc"'), 'invalid_body');
  });
});

describe('limits and credits', () => {
  const plan = { rate: 1000, burst: 1000, requests_per_day: 1000, monthly_credits: 20 };
  const issueFor = async (account: string, terms: object = {}) => {
    const deps = { pool: discovery.service.pool, ...testAudit };
    await setPlan(deps, { name: account, terms: { ...plan, ...terms } });
    await setAccount(deps, { name: account, terms: { plan: account } });
    return (await issueKey(deps, { terms: { account, scopes: [...apiScopes] } })).key;
  };
  const usageOf = async (key: string) => {
    const { headers, body } = await discovery.service.app.inject({
      url: '/usage',
      headers: { authorization: `Bearer ${key}` },
    });
    const left = Number(/"day";r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    return { ...(JSON.parse(body) as Usage), left };
  };

  test('each call costs the credits and the requests of its operation, once', async () => {
    const key = await issueFor('mcp-counted');
    const client = await connectAs.modern(base, key);
    const items = [...Array(11)].map(() => ({ name: 'Heron Instruments', fqdn: 'heron-instruments.com.au' }));
    for (const [name, given, credits, requests] of [
      ['get_company', { fqdn: 'heron-instruments.com.au' }, 1, 1],
      ['get_company', { fqdn: 'nobody.example.com' }, 0, 1],
      ['search_companies', { q: 'heron' }, 1, 1],
      ['search_companies', { q: 'zzzzzz' }, 0, 1],
      ['suggest_companies', { q: 'heron' }, 0, 1],
      ['match_company', { company: items[0] }, 1, 1],
      ['match_companies', { companies: items }, 11, 2],
      ['search_people', { companyId: discovery.idOf('heron') }, 1, 1],
    ] as const) {
      const before = await usageOf(key);
      await client.call(name, given);
      const after = await usageOf(key);
      const spent = { credits: after.credits.used - before.credits.used, requests: before.left - after.left - 1 };
      expect({ name, ...spent }).toEqual({ name, credits, requests });
    }
    expect((await usageOf(key)).days.map(({ operation, count }) => `${operation} ${count}`).sort()).toEqual([
      'getCompany 1',
      'matchCompanies 12',
      'searchCompanies 1',
      'searchPeople 1',
    ]);
  });

  test('every other message counts as one request', async () => {
    const key = await issueFor('mcp-listed');
    const client = await connectAs.modern(base, key);
    const before = await usageOf(key);
    await client.list();
    expect(before.left - (await usageOf(key)).left - 1).toBe(1);
  });

  test('used up credits and rates are reported with the error object', async () => {
    const poor = await connectAs.modern(base, await issueFor('mcp-poor', { monthly_credits: 1 }));
    const ask = () => poor.call('get_company', { fqdn: 'heron-instruments.com.au' });
    expect((await ask()).isError).toBe(false);
    const { isError, text } = await ask();
    expect({ isError, ...JSON.parse(text) }).toMatchObject({ isError: true, code: 'quota_exhausted' });
    const slow = await issueFor('mcp-slow', { rate: 1, burst: 2 });
    const client = await connectAs.modern(base, slow);
    const outcomes = await Promise.all([...Array(4)].map(() => client.call('get_usage')));
    const codes = outcomes.filter((one) => one.isError).map((one) => JSON.parse(one.text).code);
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set(['rate_limited']));
  });
});

describe('a wrong call', () => {
  let client: ToolClient;
  beforeAll(async () => {
    client = await connectAs.modern(base, all);
  });
  afterAll(() => client?.close());

  test.each([
    ['search_companies', { query: 'heron' }, 'unknown_field', 'query'],
    ['search_companies', { q: 'heron', size: 26 }, 'invalid_field', 'size'],
    ['search_people', { companyId: 'x', size: 100 }, 'invalid_field', 'size'],
    ['list_filter_values', { field: 'industry', size: 26 }, 'invalid_field', 'size'],
    ['list_filter_values', { field: 'color' }, 'invalid_field', 'field'],
    ['match_companies', { companies: [...Array(26)].map(() => ({ name: 'a' })) }, 'invalid_field', 'companies'],
    ['get_company', { fqdn: 'heron-instruments.com.au', fields: ['colour'] }, 'invalid_field', 'fields'],
    ['get_company', {}, 'identifier_missing', undefined],
    ['get_company', { fqdn: 'nobody.example.com' }, 'company_not_found', 'fqdn'],
    ['search_people', {}, 'invalid_field', 'companyId'],
  ] as const)('%s %j is explained with the error object', async (name, given, code, param) => {
    const { isError, text, structured } = await client.call(name, given);
    expect({ isError, structured }).toEqual({ isError: true, structured: undefined });
    const problem = JSON.parse(text);
    expect(problem).toMatchObject({ error: problems[code].number, code, docs: `/docs/problems#${code}` });
    expect(problem.param).toBe(param);
    expect(problem.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a tool that does not exist is a protocol error', async () => {
    await expect(client.call('drop_companies')).rejects.toThrow('Unknown tool: drop_companies');
  });

  test('the fields of a profile can be chosen', async () => {
    const given = { fqdn: 'heron-instruments.com.au', fields: ['phones', 'industry_codes'] };
    const { structured } = await client.call('get_company', given);
    expect(structured).toMatchObject({ phones: ['+61 8 5550 0100'], industry_codes: { anzsic: '2419' } });
    expect(Object.keys(structured ?? {})).toEqual(['phones', 'industry_codes', 'matched_by']);
  });
});

/** All scenarios of the public suite. Those that do not apply are in the baseline: it fails if another one does, or if one passes. */
describe('the conformance suite', () => {
  const run = promisify(execFile);
  const packages = join(import.meta.dirname, '../../../../../node_modules');
  const baseline = join(import.meta.dirname, '../../../fixtures/mcp/conformance-baseline.yml');
  let proxy: Awaited<ReturnType<typeof startKeyProxy>>;
  const results = mkdtempSync(join(tmpdir(), 'orgdex-conformance-'));
  beforeAll(async () => {
    proxy = await startKeyProxy(base, all);
  });
  afterAll(() => {
    proxy?.close();
    rmSync(results, { recursive: true });
  });

  test('passes, except for the scenarios of the baseline', async () => {
    const program = join(packages, '@modelcontextprotocol/conformance/dist/index.js');
    const asked = ['server', '--url', `${proxy.base}/mcp`, '--suite', 'all', '--output-dir', results];
    const running = run(process.execPath, [program, ...asked, '--expected-failures', baseline]);
    const { stdout } = await running.catch((error: Error & { stdout: string }) => {
      throw new Error(error.stdout, { cause: error });
    });
    const passed = [...stdout.matchAll(/^✓ ([\w-]+): [1-9]/gm)].map(([, scenario]) => scenario);
    expect(passed).toEqual(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']);
  });
});
