import type { Usage } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syntheticContent } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService, testAudit } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { setAccount } from './accounts.ts';
import { issueKey } from './key-changes.ts';
import { setPlan } from './plans.ts';

let service: TestService;
let key: string;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  service = await openTestService(syntheticContent);
  const deps = { pool: service.pool, ...testAudit };
  await setPlan(deps, { name: 'counted', terms: { rate: 1000, burst: 1000, monthly_credits: 100, people_per_day: 9 } });
  await setAccount(deps, { name: 'counted', terms: { plan: 'counted' } });
  key = (await issueKey(deps, { terms: { account: 'counted', scopes: ['company:read'], label: 'mine' } })).key;
});
afterAll(() => service.close());

const ask = (url: string, as = key) => service.app.inject({ url, headers: { authorization: `Bearer ${as}` } });

describe('200', () => {
  test('returns limits, credits and usage, including the previous response', async () => {
    for (let n = 0; n < 3; n += 1) expect((await ask('/company?id=kestrel')).statusCode).toBe(200);
    const usage = (await ask('/usage')).json<Usage>();
    expect(usage).toMatchObject({
      account: 'counted',
      plan: 'counted',
      key: { label: 'mine', scopes: ['company:read'] },
      limits: { rate: 1000, burst: 1000, requests_per_day: null, companies_per_day: null, people_per_day: 9 },
      credits: { monthly: 100, used: 3, remaining: 97 },
      days: [{ day: today, operation: 'getCompany', count: 3 }],
    });
    expect(usage.credits.renews_at).toMatch(/^\d{4}-\d{2}-01T00:00:00\.000Z$/);
    expect(JSON.stringify(usage)).not.toContain(key);
  });

  test('returns what key and plan together allow, as requests are checked', async () => {
    const deps = { pool: service.pool, ...testAudit };
    await setPlan(deps, { name: 'shared', terms: {} });
    await setAccount(deps, { name: 'shared', terms: { plan: 'shared' } });
    const terms = { account: 'shared', scopes: ['company:read' as const, 'people:search' as const] };
    const free = (await issueKey(deps, { terms })).key;
    expect((await ask('/usage', free)).json<Usage>()).toMatchObject({ scopes: terms.scopes, countries: null });
    const bound = (await issueKey(deps, { terms: { ...terms, countries: ['NZ', 'SG'] } })).key;
    const lookups = { account: 'shared', scopes: ['company:read' as const], countries: ['NZ'] };
    const outside = (await issueKey(deps, { terms: lookups })).key;
    await setPlan(deps, { name: 'shared', terms: { scopes: ['people:search'], countries: ['AU', 'SG'] } });
    const allowed = { scopes: ['people:search'], countries: ['SG'] };
    const key = { scopes: terms.scopes, countries: ['NZ', 'SG'] };
    expect((await ask('/usage', bound)).json<Usage>()).toMatchObject({ ...allowed, key });
    const nothing = { scopes: [], countries: [] };
    expect((await ask('/usage', outside)).json<Usage>()).toMatchObject(nothing);
  });

  test('does not show the usage of other accounts', async () => {
    const usage = (await ask('/usage', await service.issue('people:search'))).json<Usage>();
    expect(usage).toMatchObject({ account: 'acme', days: [], credits: { monthly: null, used: 0, remaining: null } });
  });

  test('each day has its own counts', async () => {
    expect((await ask('/usage?from=2020-01-01&to=2020-12-31')).json<Usage>().days).toEqual([]);
  });
});

describe('400', () => {
  test.each([
    ['/usage?from=2026-02-30', 'from'],
    ['/usage?to=2026-00-01', 'to'],
    ['/usage?from=2026-02-02&to=2026-02-01', 'from'],
    ['/usage?from=2020-01-01', 'from'],
  ])('%s', async (url, param) => {
    expectProblem(await ask(url), 'invalid_field', param);
  });
});

test('401 without a key', async () => {
  expectProblem(await service.app.inject({ url: '/usage' }), 'key_missing');
});
