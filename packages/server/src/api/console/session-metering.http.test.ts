import { apiScopes, type KeyTerms } from '@orgdex/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSession, send } from '../../../../testing/src/access/console.ts';
import { syntheticContent } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService, testAudit } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { openCuttableDatabase } from '../../../../testing/src/stores/cuttable-database.ts';
import { openEmptyDatabase } from '../../../../testing/src/stores/database.ts';
import { setAccount } from '../access/accounts.ts';
import { listLastAudit } from '../access/audit.ts';
import { issueKey } from '../access/key-changes.ts';
import { setPlan } from '../access/plans.ts';
import { verifyAudit } from '../access/verify-audit.ts';

const consoleFolder = 'not-built';
let service: TestService;
let nth = 0;
let account: string;
beforeAll(async () => {
  service = await openTestService(syntheticContent, { consoleFolder });
});
afterAll(() => service?.close());
beforeEach(() => {
  nth += 1;
  account = `customer ${nth}`;
});

/** A key of a new account with ten credits, and its session. */
async function customer(terms: Partial<KeyTerms> = {}, plan: Parameters<typeof setPlan>[1]['terms'] = {}) {
  const deps = { pool: service.pool, ...testAudit };
  const unlimited = { rate: 10_000, burst: 100_000, scopes: [...apiScopes] };
  await setPlan(deps, { name: `plan-${nth}`, terms: { ...unlimited, monthly_credits: 10, ...plan } });
  await setAccount(deps, { name: account, terms: { plan: `plan-${nth}` } });
  const { key, details } = await issueKey(deps, { terms: { account, scopes: [...apiScopes], ...terms } });
  return { key, id: details.id, cookie: await openSession(service.app, key) };
}

const lookUp = { url: '/company?id=kestrel' };
const searchPeople = { method: 'POST', url: '/people/search', payload: { companyId: 'kestrel' } } as const;
const companyPeople = {
  method: 'POST',
  url: '/companies/people',
  payload: { companies: [{ id: 'kestrel' }, { fqdn: 'kestrelvane.com.au', note: 'mine' }], position: 'manager' },
} as const;
const match = {
  method: 'POST',
  url: '/companies/match',
  payload: { companies: [{ id: 'kestrel' }, { name: 'No such company' }] },
} as const;
/** Responses with data, and responses without. */
const requests = [
  lookUp,
  searchPeople,
  companyPeople,
  match,
  { url: '/companies/suggest?q=kes' },
  { url: '/company?id=nobody' },
  { ...searchPeople, payload: { companyId: 'kestrel', position: 'astronaut' } },
];

async function spentBy(sendOne: (request: (typeof requests)[number]) => Promise<{ statusCode: number }>, key: string) {
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await sendOne(request)).statusCode);
  const { credits, days } = (
    await service.app.inject({ url: '/usage', headers: { authorization: `Bearer ${key}` } })
  ).json();
  return { statuses, used: credits.used, days };
}

describe('a customer', () => {
  test('spends in a session exactly what the key spends', async () => {
    const byKey = await customer();
    const asKey = await spentBy(
      (request) => service.app.inject({ ...request, headers: { authorization: `Bearer ${byKey.key}` } }),
      byKey.key,
    );
    nth += 1;
    account = `customer ${nth}`;
    const bySession = await customer();
    const asSession = await spentBy((request) => send(service.app, bySession.cookie, request), bySession.key);
    expect(asSession).toEqual(asKey);
    expect(asSession.used).toBe(4);
  });

  test('sees what is left, and is rejected without credits', async () => {
    const { cookie } = await customer({}, { monthly_credits: 1 });
    expect((await send(service.app, cookie, lookUp)).headers['x-credits-remaining']).toBe('0');
    expectProblem(await send(service.app, cookie, lookUp), 'quota_exhausted');
  });

  test('shares the rate limit of the key', async () => {
    const { key, cookie } = await customer({}, { rate: 1, burst: 3 });
    const byKey = () => service.app.inject({ ...lookUp, headers: { authorization: `Bearer ${key}` } });
    // The sign-in was the first.
    const answers = [await byKey(), await send(service.app, cookie, lookUp), await byKey()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
  });

  test('with a test key is not metered', async () => {
    const { cookie, key } = await customer({ mode: 'test' }, { monthly_credits: 1 });
    expect((await spentBy((request) => send(service.app, cookie, request), key)).used).toBe(0);
  });

  test('is not audited', async () => {
    const { cookie, id } = await customer();
    await send(service.app, cookie, searchPeople);
    expect((await listLastAudit(service, 5)).filter(({ actor }) => actor === `key:${id}`)).toEqual([]);
  });
});

describe('an admin', () => {
  const entriesOf = async (id: string) =>
    (await listLastAudit(service, 10)).filter(({ actor }) => actor === `key:${id}`).toReversed();

  test('spends nothing, even without credits, and holds none', async () => {
    const { key, cookie } = await customer({ scopes: ['admin'] }, { monthly_credits: 0 });
    const { statuses, used, days } = await spentBy((request) => send(service.app, cookie, request), key);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 404, 200]);
    expect({ used, days }).toEqual({ used: 0, days: [] });
    expect((await send(service.app, cookie, lookUp)).headers).not.toHaveProperty('x-credits-remaining');
    const { rows } = await service.pool.query(
      'SELECT FROM credit_lease l JOIN account a ON a.id = l.account_id WHERE a.name = $1',
      [account],
    );
    expect(rows).toEqual([]);
  });

  test('with the key itself, outside the console, has only the scopes of the key', async () => {
    const { key } = await customer({ scopes: ['admin'] });
    const headers = { authorization: `Bearer ${key}` };
    expectProblem(await service.app.inject({ ...lookUp, headers }), 'scope_missing');
  });

  test('is limited: rate and daily caps', async () => {
    const slow = await customer({ scopes: ['admin'] }, { rate: 1, burst: 2 });
    expect((await send(service.app, slow.cookie, lookUp)).statusCode).toBe(200);
    expectProblem(await send(service.app, slow.cookie, lookUp), 'rate_limited');
    nth += 1;
    account = `customer ${nth}`;
    const capped = await customer({ scopes: ['admin'] }, { companies_per_day: 1 });
    expect((await send(service.app, capped.cookie, lookUp)).statusCode).toBe(200);
    expectProblem(await send(service.app, capped.cookie, { url: '/company?id=aozora' }), 'daily_cap_reached');
  });

  test('leaves an audit entry for each people search, and for nothing else', async () => {
    const { cookie, id } = await customer({ scopes: ['admin'] });
    const position = 'sales \u0000 manager \ud800';
    const filtered = { companyId: 'kestrel', position, seniority: ['5'], size: '2', selectedCountry: 'AU' };
    const first = await send(service.app, cookie, { ...searchPeople, payload: filtered });
    expect(first.statusCode).toBe(200);
    await send(service.app, cookie, companyPeople);
    for (const request of [lookUp, match, { url: '/companies/suggest?q=kes' }, { url: '/usage' }]) {
      expect((await send(service.app, cookie, request)).statusCode).toBe(200);
    }
    const { companyId, ...filters } = filtered;
    expect(await entriesOf(id)).toMatchObject([
      {
        action: 'people.search',
        subject: 'company:kestrel',
        detail: {
          operation: 'searchPeople',
          request_id: first.headers['x-request-id'],
          ...filters,
          position: 'sales \ufffd manager \ufffd',
        },
      },
      {
        action: 'people.search',
        subject: 'companies:2',
        detail: {
          operation: 'searchCompanyPeople',
          companies: [{ id: 'kestrel' }, { fqdn: 'kestrelvane.com.au' }],
          position: 'manager',
        },
      },
    ]);
    expect((await entriesOf(id))[1]?.detail).not.toHaveProperty('companies.1.note');
    expect(await verifyAudit({ pool: service.pool, auditKey: testAudit.auditKey })).not.toHaveProperty('fault');
  });

  test('gets no people if the search cannot be recorded', async () => {
    const database = await openEmptyDatabase();
    const { proxy, pool, url, close } = await openCuttableDatabase(database.url);
    const other = await openTestService(
      syntheticContent,
      { pool, consoleFolder, repeats: false },
      { DATABASE_URL: url },
    );
    const deps = { pool: database.pool, ...testAudit };
    const { key } = await issueKey(deps, { terms: { account: 'acme', scopes: ['admin'] }, makeAccount: true });
    const cookie = await openSession(other.app, key);
    expect((await send(other.app, cookie, searchPeople)).statusCode).toBe(200);
    proxy.cut();
    const refused = await send(other.app, cookie, searchPeople);
    expect(refused.statusCode).toBe(503);
    expect(refused.body).not.toContain('Sales Manager');
    proxy.restore();
    await other.close();
    await close();
    await database.drop();
  });
});
