import {
  type Account,
  type ApiKey,
  type AuditEntry,
  type AuditVerdict,
  type IssuedKey,
  supportedCountries,
} from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syntheticContent } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService, testAudit } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { openCuttableDatabase } from '../../../../testing/src/stores/cuttable-database.ts';
import { openEmptyDatabase } from '../../../../testing/src/stores/database.ts';
import { issueKey } from './key-changes.ts';
import { verifyAudit } from './verify-audit.ts';

let service: TestService;
let admin: string;
beforeAll(async () => {
  service = await openTestService(syntheticContent);
  admin = await service.issue('admin');
});
afterAll(() => service.close());

type Asked = readonly [method: 'GET' | 'PUT' | 'POST', url: string, payload?: object];

const call = ([method, url, payload]: Asked, key = admin, { app } = service) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) });

async function ok<T>(...asked: Asked): Promise<T> {
  const answer = await call(asked);
  expect(answer.statusCode === 200 ? '' : answer.body).toBe('');
  return answer.json();
}

const endpoints: Asked[] = [
  ['GET', '/admin/plans'],
  ['PUT', '/admin/plans/small', { rate: 5 }],
  ['GET', '/admin/accounts'],
  ['PUT', '/admin/accounts/acme', {}],
  ['GET', '/admin/keys'],
  ['POST', '/admin/keys', { account: 'acme', scopes: ['company:read'] }],
  ['POST', '/admin/keys/key_000000000000/revoke'],
  ['POST', '/admin/keys/key_000000000000/rotate', {}],
  ['GET', '/admin/usage'],
  ['GET', '/admin/audit'],
  ['GET', '/admin/audit/verify'],
  ['GET', '/admin/refusals'],
  ['PUT', '/admin/keys/key_000000000000', {}],
];

describe('200', () => {
  test('a plan is created, listed and updated', async () => {
    const terms = { rate: 7, monthly_credits: 1000, countries: ['AU', 'NZ'] };
    const plan = await ok('PUT', '/admin/plans/trial', terms);
    expect(plan).toMatchObject({ name: 'trial', ...terms, burst: 100, requests_per_day: null });
    expect(await ok('GET', '/admin/plans')).toContainEqual(plan);
  });

  test('an account is created, updated and listed', async () => {
    const url = `/admin/accounts/${encodeURIComponent('Größe / Söhne')}`;
    expect(await ok('PUT', url, {})).toMatchObject({ name: 'Größe / Söhne', plan: 'standard', suspended: false });
    const account = await ok('PUT', url, { suspended: true });
    expect(account).toMatchObject({ plan: 'standard', suspended: true });
    expect(await ok('GET', '/admin/accounts')).toContainEqual(account);
  });

  test('a key is created, used, rotated and revoked', async () => {
    const issued = await ok<IssuedKey>('POST', '/admin/keys', {
      account: 'acme',
      scopes: ['company:read'],
      label: 'a',
    });
    expect((await call(['GET', '/company?id=kestrel'], issued.key)).statusCode).toBe(200);
    const { id } = issued.details;
    const fresh = await ok<IssuedKey>('POST', `/admin/keys/${id}/rotate`, { overlap_hours: 1 });
    expect(fresh.details).toMatchObject({ label: 'a', scopes: ['company:read'], account: 'acme' });
    const revoked = await ok<ApiKey>('POST', `/admin/keys/${id}/revoke`);
    expect(revoked.revoked_at).not.toBeNull();
    const listed = await ok<ApiKey[]>('GET', '/admin/keys?account=acme');
    expect(listed.filter((key) => [id, fresh.details.id].includes(key.id))).toHaveLength(2);
    expect(JSON.stringify(listed)).not.toContain(fresh.key);
  });

  test('the terms of a key are updated; omitted fields keep their values, null clears', async () => {
    const terms = { account: 'acme', scopes: ['company:read'], label: 'old', countries: ['AU'] };
    const { details } = await ok<IssuedKey>('POST', '/admin/keys', terms);
    const url = `/admin/keys/${details.id}`;
    const change = { scopes: ['people:search'], addresses: ['::ffff:10.0.0.1'], expires_at: '2099-01-01T00:00:00Z' };
    const changed = await ok<ApiKey>('PUT', url, change);
    expect(changed).toEqual({
      ...details,
      scopes: ['people:search'],
      addresses: ['10.0.0.1'],
      expires_at: '2099-01-01T00:00:00.000Z',
    });
    const cleared = { label: null, countries: null, addresses: null, expires_at: null };
    expect(await ok('PUT', url, cleared)).toEqual({ ...changed, ...cleared });
    expect(await ok('PUT', url, {})).toEqual({ ...changed, ...cleared });
  });

  test('every change is in the audit log with its actor, and the chain is valid', async () => {
    const [first, second] = await ok<AuditEntry[]>('GET', '/admin/audit');
    expect(first).toMatchObject({ number: 1, actor: 'cli:test', action: 'account.make' });
    const since = await ok<AuditEntry[]>('GET', `/admin/audit?after=${second?.number}`);
    expect(since.every(({ actor }) => /^key:key_[0-9A-Za-z]{12}$/.test(actor))).toBe(true);
    expect((await verifyAudit({ pool: service.pool, ...testAudit })).fault).toBeUndefined();
  });

  test('usage is reported by account, day and operation', async () => {
    await service.pool.query(
      `INSERT INTO usage_day SELECT id, '2026-03-04', 'getCompany', 12 FROM account WHERE name = 'acme'`,
    );
    const rows = [{ account: 'acme', day: '2026-03-04', operation: 'getCompany', count: 12 }];
    expect(await ok('GET', '/admin/usage?from=2026-03-01&to=2026-03-31&account=acme')).toEqual(rows);
    expect(await ok('GET', '/admin/usage?from=2026-03-01&to=2026-03-31')).toEqual(rows);
    expect(await ok('GET', '/admin/usage?from=2026-03-05&to=2026-03-31')).toEqual([]);
  });

  test('an account shows the credits of this month', async () => {
    await service.pool.query(
      `INSERT INTO usage_month SELECT id, date_trunc('month', now() AT TIME ZONE 'UTC'), 31 FROM account WHERE name = 'acme'
       ON CONFLICT (account_id, month) DO UPDATE SET used = 31`,
    );
    const accounts = await ok<Account[]>('GET', '/admin/accounts');
    expect(accounts.find(({ name }) => name === 'acme')).toMatchObject({ credits_used: 31 });
  });

  test('the newest audit entries come first with `before`, page by page', async () => {
    const all = await ok<AuditEntry[]>('GET', '/admin/audit');
    const newest = await ok<AuditEntry[]>('GET', '/admin/audit?before=0&size=2');
    const next = await ok<AuditEntry[]>('GET', `/admin/audit?before=${newest.at(-1)?.number}&size=2`);
    expect(await ok<AuditEntry[]>('GET', '/admin/audit?before=999999999999999&size=2')).toEqual(newest);
    expect([...newest, ...next]).toEqual(all.slice(-4).reverse());
  });

  test('the audit log is verified, and a truncated one is detected by its checksum', async () => {
    const verdict = await ok<AuditVerdict>('GET', '/admin/audit/verify');
    expect(verdict).toMatchObject({ intact: true, fault: null });
    expect(verdict.checksum).toMatch(new RegExp(`^${verdict.entries}:[0-9a-f]{64}$`));
    expect(await ok('GET', `/admin/audit/verify?expect=${verdict.checksum}`)).toEqual(verdict);
    const later = verdict.checksum?.replace(/^\d+/, '999999');
    expect(await ok('GET', `/admin/audit/verify?expect=${later}`)).toMatchObject({
      intact: false,
      fault: { why: 'truncated' },
    });
  });

  test('rejected requests are counted by account, day and problem; other errors are not', async () => {
    await ok('PUT', '/admin/accounts/refused', {});
    const terms = { account: 'refused', scopes: ['company:read'], countries: ['NZ'] };
    const { key } = await ok<IssuedKey>('POST', '/admin/keys', terms);
    for (const url of [
      '/admin/plans',
      '/admin/plans',
      '/company?id=kestrel&country=AU',
      '/company?id=nobody&country=NZ',
    ])
      await call(['GET', url], key);
    const day = new Date().toISOString().slice(0, 10);
    const rows = [
      { account: 'refused', day, code: 'country_not_allowed', count: 1 },
      { account: 'refused', day, code: 'scope_missing', count: 2 },
    ];
    expect(await ok('GET', '/admin/refusals?account=refused')).toEqual(rows);
    await call(['GET', '/admin/plans'], key);
    expect(await ok('GET', '/admin/refusals?account=refused')).toMatchObject([{ count: 1 }, { count: 3 }]);
    expect(await ok('GET', '/admin/refusals?account=nobody')).toEqual([]);
  });
});

describe('400', () => {
  test.each<[string, string, Asked]>([
    ['a rate of none', 'rate', ['PUT', '/admin/plans/bad', { rate: 0 }]],
    ['a name that is none', 'name', ['PUT', '/admin/plans/BAD', {}]],
    ['an account without a name', 'name', ['PUT', '/admin/accounts/%20x', {}]],
    ['an account with a letter that ends text', 'name', ['PUT', '/admin/accounts/a%00b', {}]],
    ['a scope that is none', 'scopes.0', ['POST', '/admin/keys', { account: 'acme', scopes: ['all'] }]],
    ['no scope', 'scopes', ['POST', '/admin/keys', { account: 'acme', scopes: [] }]],
    [
      'an address that is none',
      'addresses',
      ['POST', '/admin/keys', { account: 'acme', scopes: ['company:read'], addresses: ['x'] }],
    ],
    [
      'an end that is over',
      'expires_at',
      ['POST', '/admin/keys', { account: 'acme', scopes: ['company:read'], expires_at: '2001-01-01T00:00:00Z' }],
    ],
    ['no scope left', 'scopes', ['PUT', '/admin/keys/key_000000000000', { scopes: [] }]],
    ['no scope at all', 'scopes', ['PUT', '/admin/keys/key_000000000000', { scopes: null }]],
    ['an overlap of years', 'overlap_hours', ['POST', '/admin/keys/key_000000000000/rotate', { overlap_hours: 9999 }]],
    ['a day that is none', 'from', ['GET', '/admin/usage?from=2026-02-30']],
    ['days in the wrong order', 'from', ['GET', '/admin/usage?from=2026-02-03&to=2026-02-02']],
    ['too many days', 'from', ['GET', '/admin/usage?from=2020-01-01&to=2026-01-01']],
    ['a number that is none', 'after', ['GET', '/admin/audit?after=x']],
    ['both directions', 'before', ['GET', '/admin/audit?after=1&before=9']],
    ['too many entries', 'size', ['GET', '/admin/audit?size=1001']],
    ['a checksum that is none', 'expect', ['GET', '/admin/audit/verify?expect=1']],
    ['refusals of too many days', 'from', ['GET', '/admin/refusals?from=2020-01-01&to=2026-01-01']],
  ])('%s', async (_, param, asked) => {
    const answer = await call(asked);
    expect(answer.json()).toMatchObject({ code: 'invalid_field' });
    expect(answer.json().param).toMatch(new RegExp(`^${param.split('.')[0]}`));
  });

  test('a key beyond its plan', async () => {
    await ok('PUT', '/admin/plans/narrow', { scopes: ['company:read'], countries: ['AU'] });
    await ok('PUT', '/admin/accounts/narrow', { plan: 'narrow' });
    const terms = { account: 'narrow', scopes: ['people:search'] };
    expectProblem(await call(['POST', '/admin/keys', terms]), 'invalid_field', 'scopes');
    const abroad = { account: 'narrow', scopes: ['company:read'], countries: [supportedCountries[1]] };
    const { message } = expectProblem(await call(['POST', '/admin/keys', abroad]), 'invalid_field', 'countries');
    expect(message).toContain('plan "narrow" does not allow it');
    const { details } = await ok<IssuedKey>('POST', '/admin/keys', { account: 'narrow', scopes: ['company:read'] });
    const change = { countries: [supportedCountries[1]] };
    expectProblem(await call(['PUT', `/admin/keys/${details.id}`, change]), 'invalid_field', 'countries');
  });
});

const named = endpoints.map((asked) => [`${asked[0]} ${asked[1]}`, asked] as const);

test.each(named)('401 without a valid key: %s', async (_, asked) => {
  expectProblem(await call(asked, 'nonsense'), 'key_unknown');
});

test.each(named)('403 for a key of a customer: %s', async (_, asked) => {
  expectProblem(await call(asked, await service.issue('company:read', 'people:search')), 'scope_missing');
});

describe('404', () => {
  test.each<[Parameters<typeof expectProblem>[1], string, Asked]>([
    ['plan_not_found', 'plan', ['PUT', '/admin/accounts/acme', { plan: 'nothing' }]],
    ['account_not_found', 'account', ['POST', '/admin/keys', { account: 'nobody', scopes: ['company:read'] }]],
    ['key_not_found', 'id', ['POST', '/admin/keys/key_000000000000/revoke']],
    ['key_not_found', 'id', ['POST', '/admin/keys/a%00b/rotate', {}]],
    ['key_not_found', 'id', ['PUT', '/admin/keys/key_000000000000', {}]],
  ])('%s', async (code, param, asked) => {
    expectProblem(await call(asked), code, param);
  });
});

describe('503', () => {
  test('while the database is unreachable or hangs', async () => {
    const database = await openEmptyDatabase();
    const { proxy, pool, url, close } = await openCuttableDatabase(database.url);
    const other = await openTestService(syntheticContent, { pool, repeats: false }, { DATABASE_URL: url });
    const terms = { account: 'acme', scopes: ['admin' as const] };
    const { key } = await issueKey({ pool: database.pool, ...testAudit }, { terms, makeAccount: true });
    expect((await call(['GET', '/admin/plans'], key, other)).statusCode).toBe(200);
    proxy.cut();
    for (const asked of [endpoints[0], endpoints[1], endpoints[8], ['GET', '/usage']] as Asked[]) {
      expectProblem(await call(asked, key, other), 'ledger_unavailable');
    }
    proxy.restore();
    expect((await call(['GET', '/admin/plans'], key, other)).statusCode).toBe(200);
    proxy.blackhole();
    expectProblem(await call(['GET', '/admin/plans'], key, other), 'ledger_unavailable');
    proxy.restore();
    await other.close();
    await close();
    await database.drop();
  });
});
