import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { type KeyTerms, SearchPeople } from '@orgdex/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { syntheticContent } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService, testAudit } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { setAccount } from './accounts.ts';
import { issueKey } from './key-changes.ts';
import { setPlan } from './plans.ts';

const bothScopes: KeyTerms['scopes'] = ['company:read', 'people:search'];
const generous = { rate: 10_000, burst: 100_000, scopes: bothScopes } as const;

const waiting = { timeout: 10_000, interval: 20 };

let service: TestService;
let address: string;
let nth = 0;
let account: string;
beforeAll(async () => {
  service = await openTestService(syntheticContent, {}, { ORGDEX_TRUSTED_PROXIES: ['127.0.0.1'] });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());
beforeEach(() => {
  nth += 1;
  account = `customer ${nth}`;
});

/** A key of a new account with a plan of its own. */
async function customer(terms: Parameters<typeof setPlan>[1]['terms'] = {}, key: Partial<KeyTerms> = {}) {
  const deps = { pool: service.pool, ...testAudit };
  await setPlan(deps, { name: `plan-${nth}`, terms: { ...generous, ...terms } });
  await setAccount(deps, { name: account, terms: { plan: `plan-${nth}` } });
  return issueKey(deps, { terms: { account, scopes: bothScopes, ...key } });
}

const lookUp = (key: string, query = 'id=kestrel', headers = {}) =>
  service.app.inject({ url: `/company?${query}`, headers: { authorization: `Bearer ${key}`, ...headers } });
const search = (key: string, payload: object) =>
  service.app.inject({ method: 'POST', url: '/people/search', payload, headers: { authorization: `Bearer ${key}` } });
const usage = async (key: string) =>
  (await service.app.inject({ url: '/usage', headers: { authorization: `Bearer ${key}` } })).json();

describe('headers', () => {
  test('every response to a known key reports its limits, errors included', async () => {
    const { key } = await customer({ rate: 7, burst: 9, requests_per_day: 1000 });
    for (const query of ['id=kestrel', 'id=nobody', 'id=kestrel&country=GB', 'nonsense=1']) {
      const { headers } = await lookUp(key, query);
      expect(headers['ratelimit-policy']).toBe('"second";q=7;w=1, "day";q=1000;w=86400');
      expect(headers.ratelimit).toMatch(/^"second";r=\d;t=\d, "day";r=9\d\d;t=\d+$/);
    }
    expect((await service.app.inject('/company?id=kestrel')).headers.ratelimit).toBeUndefined();
  });

  test('the remaining credits, where there is a quota', async () => {
    const { key } = await customer({ monthly_credits: 10 });
    expect((await lookUp(key)).headers['x-credits-remaining']).toBe('9');
    expect((await lookUp(key)).headers['x-credits-remaining']).toBe('8');
    expect(await usage(key)).toMatchObject({ credits: { monthly: 10, used: 2, remaining: 8 } });
  });

  test('no remaining credits where there is no quota', async () => {
    const { key } = await customer();
    expect((await lookUp(key)).headers).not.toHaveProperty('x-credits-remaining');
  });
});

describe('what costs a credit', () => {
  test('a 200 that returns data costs one credit; nothing else costs any', async () => {
    const { key } = await customer({ monthly_credits: 100 });
    const found = await lookUp(key);
    expect((await search(key, { companyId: 'kestrel' })).json()).not.toHaveLength(0);
    expect(await usage(key)).toMatchObject({ credits: { used: 2 } });

    expect((await lookUp(key, 'id=kestrel', { 'if-none-match': String(found.headers.etag) })).statusCode).toBe(304);
    expect((await search(key, { companyId: 'kestrel', position: 'astronaut' })).json()).toEqual([]);
    expectProblem(await lookUp(key, 'id=nobody'), 'company_not_found', 'id');
    expectProblem(await lookUp(key, 'id='), 'invalid_field', 'id');
    const head = { method: 'HEAD', url: '/company?id=kestrel', headers: { authorization: `Bearer ${key}` } } as const;
    expect((await service.app.inject(head)).statusCode).toBe(200);
    const { credits, days } = await usage(key);
    expect(credits).toMatchObject({ used: 2, remaining: 98 });
    expect(days.map(({ operation, count }: { operation: string; count: number }) => [operation, count]).sort()).toEqual(
      [
        ['getCompany', 1],
        ['searchPeople', 1],
      ],
    );
  });

  test('a response on a closed connection is free', async () => {
    const { key } = await customer({ monthly_credits: 100 });
    const { hostname, port } = new URL(address);
    for (let i = 0; i < 5; i += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(`GET /company?id=kestrel HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
      socket.resetAndDestroy();
    }
    const openConnections = () => promisify(service.app.server.getConnections).call(service.app.server);
    await expect.poll(openConnections, waiting).toBe(0);
    // A request that comes after them is counted after them.
    await lookUp(key);
    expect((await usage(key)).credits.used).toBe(1);
  });

  test('the usage record has our request id, not the one that the caller sent', async () => {
    const { key } = await customer();
    await lookUp(key, 'id=kestrel', { 'x-request-id': 'mine' });
    await usage(key);
    const { rows } = await service.pool.query(
      'SELECT u.request_id, u.operation FROM usage u JOIN account a ON a.id = u.account_id WHERE a.name = $1',
      [account],
    );
    expect(rows).toEqual([{ request_id: expect.stringMatching(/^[0-9a-f-]{36}$/), operation: 'getCompany' }]);
  });

  test('requests of test keys are free', async () => {
    const { key } = await customer({ monthly_credits: 1 }, { mode: 'test' });
    for (let i = 0; i < 3; i += 1) expect((await lookUp(key)).statusCode).toBe(200);
    expect(await usage(key)).toMatchObject({ credits: { used: 0 }, key: { mode: 'test' } });
  });
});

describe('429', () => {
  test('faster than the plan allows: rejected free of charge, with the time to wait', async () => {
    const { key } = await customer({ rate: 1, burst: 3, monthly_credits: 100 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => lookUp(key)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(3);
    for (const answer of refused) {
      expectProblem(answer, 'rate_limited');
      expect(answer.headers['retry-after']).toBe('1');
    }
    await expect.poll(async () => (await lookUp(key)).statusCode, waiting).toBe(200);
  });

  test('credits used up: rejected until the next month, whatever the request', async () => {
    const { key } = await customer({ monthly_credits: 2 });
    for (const status of [200, 200, 429, 429]) expect((await lookUp(key)).statusCode).toBe(status);
    const refused = await lookUp(key, 'id=nobody');
    expectProblem(refused, 'quota_exhausted');
    const now = new Date();
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    expect(Math.abs(Number(refused.headers['retry-after']) - (next - now.getTime()) / 1000)).toBeLessThan(5);
    expect(refused.headers['x-credits-remaining']).toBe('0');
    expect((await usage(key)).credits).toMatchObject({ used: 2, remaining: 0 });
  });

  test('a miss returns its credit', async () => {
    const { key } = await customer({ monthly_credits: 1 });
    for (let i = 0; i < 3; i += 1) expect((await lookUp(key, 'id=nobody')).statusCode).toBe(404);
    expect((await lookUp(key)).statusCode).toBe(200);
    expect((await lookUp(key, 'id=nobody')).statusCode).toBe(429);
  });

  test('as many distinct companies and people per day as the plan allows; those seen today stay available', async () => {
    const { key } = await customer({ companies_per_day: 2, people_per_day: 3 });
    for (const id of ['kestrel', 'aozora', 'kestrel']) expect((await lookUp(key, `id=${id}`)).statusCode).toBe(200);
    expectProblem(await lookUp(key, 'id=studio'), 'daily_cap_reached');
    expect((await lookUp(key, 'id=aozora')).statusCode).toBe(200);
    expect((await search(key, { companyId: 'kestrel', size: '3' })).statusCode).toBe(200);
    expectProblem(await search(key, { companyId: 'kestrel', size: '4' }), 'daily_cap_reached');
    const { headers } = await search(key, { companyId: 'kestrel', size: '1', position: 'engineer' });
    for (const name of Object.keys(SearchPeople.headers)) expect(headers).not.toHaveProperty(name.toLowerCase());
    expect((await lookUp(key, 'id=studio')).headers).not.toHaveProperty('etag');
    expect((await usage(key)).credits.used).toBe(5);
  });
});

describe('403', () => {
  test('a country that the key or the plan does not allow; the default country counts as requested', async () => {
    const { key } = await customer({ countries: ['NZ', 'JP'] }, { countries: ['NZ'] });
    expect((await lookUp(key, 'id=kestrel&country=nz')).statusCode).toBe(200);
    for (const query of ['id=kestrel', 'id=kestrel&country=JP']) {
      expectProblem(await lookUp(key, query), 'country_not_allowed', 'country');
    }
    expectProblem(await search(key, { companyId: 'kestrel' }), 'country_not_allowed', 'selectedCountry');
    expectProblem(
      await search(key, { companyId: 'kestrel', selectedCountry: null }),
      'country_not_allowed',
      'selectedCountry',
    );
    expect((await search(key, { companyId: 'kestrel', selectedCountry: 'NZ' })).statusCode).toBe(200);
  });

  test('an address outside the allowlist; X-Forwarded-For counts only from trusted proxies', async () => {
    const { key } = await customer({}, { addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = (address: string, remoteAddress = '127.0.0.1') =>
      service.app.inject({
        url: '/company?id=kestrel',
        remoteAddress,
        headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address },
      });
    for (const good of ['203.0.113.9', '2001:db8::1', '198.51.100.1, 203.0.113.9']) {
      expect((await from(good)).statusCode).toBe(200);
    }
    for (const bad of ['203.0.114.9', '2001:db9::1', '203.0.113.9, 198.51.100.1', 'nonsense']) {
      expectProblem(await from(bad), 'address_not_allowed');
    }
    expectProblem(await from('203.0.113.9', '198.51.100.7'), 'address_not_allowed');
    expect((await from('anything', '203.0.113.5')).statusCode).toBe(200);
  });

  test('a scope that the key has but the plan does not', async () => {
    const { key } = await customer();
    const deps = { pool: service.pool, ...testAudit };
    await setPlan(deps, { name: `plan-${nth}`, terms: { ...generous, scopes: ['company:read'] } });
    const searched = async () => (await search(key, { companyId: 'kestrel' })).statusCode;
    await expect.poll(searched, waiting).toBe(403);
    expect((await lookUp(key)).statusCode).toBe(200);
    expectProblem(await search(key, { companyId: 'kestrel' }), 'scope_missing');
  });
});
