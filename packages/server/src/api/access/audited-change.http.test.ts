import { defaultPlan, type KeyChange, type KeyTerms, planScopes } from '@orgdex/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testAudit } from '../../../../testing/src/data/test-service.ts';
import { openEmptyDatabase } from '../../../../testing/src/stores/database.ts';
import type { Failure } from '../../core/errors/failure.ts';
import { findKey, keyChannel } from '../../stores/postgres/access/api-keys.ts';
import { listAccounts, setAccount } from './accounts.ts';
import { listAudit } from './audit.ts';
import type { ChangeDeps } from './audited-change.ts';
import { changeKey, issueKey, listKeys, revokeKey, rotateKey } from './key-changes.ts';
import { hashOf, type KeyText } from './key-form.ts';
import { listPlans, setPlan } from './plans.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
let listener: pg.Client;
let deps: ChangeDeps;
let received: string[];
let lastEntry: number;

beforeAll(async () => {
  database = await openEmptyDatabase();
  deps = { pool: database.pool, ...testAudit };
  listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  await listener.query(`LISTEN ${keyChannel}`);
  listener.on('notification', ({ payload }) => void received.push(payload ?? ''));
  await setAccount(deps, { name: 'acme', terms: {} });
});
afterAll(async () => {
  await listener.end();
  await database.drop();
});
beforeEach(async () => {
  await listener.query('SELECT 1');
  received = [];
  lastEntry = (await listAudit(deps, {})).at(-1)?.number ?? 0;
});

/** What the audit log and the notification channel received since the test began. */
async function readNotified() {
  await listener.query('SELECT 1');
  return {
    received,
    actions: (await listAudit(deps, { after: String(lastEntry) })).map(({ action, subject }) => `${action} ${subject}`),
  };
}

const failure = (code: string, param?: string) =>
  expect.objectContaining<Partial<Failure>>({
    code: code as Failure['code'],
    details: expect.objectContaining({ param }),
  });
const issue = (terms: Partial<KeyTerms> = {}) =>
  issueKey(deps, { terms: { account: 'acme', scopes: ['company:read'], ...terms } });
const callerOf = (key: string) => findKey(database.pool, hashOf(key as KeyText));

describe('a plan', () => {
  test('of a new database has the default values', async () => {
    const [plan] = await listPlans(deps);
    expect(await setPlan(deps, { name: defaultPlan.name, terms: {} })).toEqual(plan);
    expect(await readNotified()).toEqual({ received: [], actions: [] });
  });

  test('is created with defaults, and replaced as a whole', async () => {
    const made = await setPlan(deps, { name: 'small', terms: { rate: 5, countries: ['NZ'] } });
    expect(made).toMatchObject({ rate: 5, burst: 100, countries: ['NZ'], scopes: [...planScopes] });
    expect(await setPlan(deps, { name: 'small', terms: { burst: 7 } })).toMatchObject({
      rate: 50,
      burst: 7,
      countries: null,
    });
    expect((await listPlans(deps)).map(({ name }) => name)).toEqual(['small', 'standard']);
    expect(await readNotified()).toEqual({
      received: ['*', '*'],
      actions: ['plan.make plan:small', 'plan.change plan:small'],
    });
    const [, changed] = await listAudit(deps, { after: String(lastEntry) });
    expect(changed?.detail).toEqual({
      from: { rate: 5, burst: 100, countries: ['NZ'] },
      to: { rate: 50, burst: 7, countries: null },
    });
  });

  test('that is set to its current values leaves no audit entry', async () => {
    await setPlan(deps, { name: 'standard', terms: {} });
    expect(await readNotified()).toEqual({ received: [], actions: [] });
  });

  test.each(['', 'Big', 'a b', '-a', 'a'.repeat(61), 'a\u0000'])('cannot be called "%s"', async (name) => {
    expect(() => setPlan(deps, { name, terms: {} })).toThrow(failure('invalid_field', 'name'));
  });
});

describe('an account', () => {
  test('is created, suspended and resumed; omitted fields keep their values', async () => {
    await setPlan(deps, { name: 'gold', terms: { rate: 500 } });
    await setAccount(deps, { name: 'Zoë & Co', terms: { plan: 'gold' } });
    expect(await setAccount(deps, { name: 'Zoë & Co', terms: { suspended: true } })).toMatchObject({
      plan: 'gold',
      suspended: true,
    });
    expect(await setAccount(deps, { name: 'Zoë & Co', terms: { suspended: true } })).toMatchObject({ suspended: true });
    await setAccount(deps, { name: 'Zoë & Co', terms: { suspended: false } });
    expect((await listAccounts(deps)).find(({ name }) => name === 'Zoë & Co')).toMatchObject({
      plan: 'gold',
      suspended: false,
    });
    const subject = 'account:Zoë & Co';
    const actions = [`account.make ${subject}`, `account.change ${subject}`, `account.change ${subject}`];
    expect(await readNotified()).toEqual({ received: ['*', '*', '*'], actions: ['plan.make plan:gold', ...actions] });
  });

  test('cannot have a plan that does not exist', async () => {
    await expect(setAccount(deps, { name: 'x', terms: { plan: 'none' } })).rejects.toThrow(
      failure('plan_not_found', 'plan'),
    );
    expect((await listAccounts(deps)).map(({ name }) => name)).not.toContain('x');
  });

  test.each(['', ' x', 'x ', 'a\nb', 'a\u0000', 'x'.repeat(101), '\ud800'])('cannot be called %j', (name) => {
    expect(() => setAccount(deps, { name, terms: {} })).toThrow(failure('invalid_field', 'name'));
  });
});

describe('a key', () => {
  test('is created with its terms and found by its hash', async () => {
    const { key, details } = await issue({
      mode: 'test',
      label: 'nightly',
      countries: ['AU'],
      addresses: ['::ffff:10.0.0.0/104', '2001:DB8::1'],
      expires_at: '2099-01-01T00:00:00+10:00',
    });
    expect(details).toMatchObject({
      account: 'acme',
      mode: 'test',
      label: 'nightly',
      addresses: ['10.0.0.0/8', '2001:db8::1'],
      hint: key.slice(-4),
      expires_at: '2098-12-31T14:00:00.000Z',
      revoked_at: null,
      last_used_at: null,
    });
    expect(await callerOf(key)).toMatchObject({
      key: details.id,
      mode: 'test',
      countries: ['AU'],
      agreed: { rate: 50 },
    });
    expect(await listKeys(deps, 'acme')).toContainEqual(details);
    expect(await listKeys(deps, 'nobody')).toEqual([]);
    expect(await readNotified()).toEqual({ received: [], actions: [`key.issue key:${details.id}`] });
  });

  test.each<[string, Partial<KeyTerms>, string]>([
    ['a test key that administers', { mode: 'test', scopes: ['admin'] }, 'scopes'],
    ['an address that is none', { addresses: ['10.0.0.0/99'] }, 'addresses'],
    ['an end that is over', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an end that is no moment', { expires_at: 'soon' }, 'expires_at'],
    ['a label that cannot be shown', { label: 'a\u0000b' }, 'label'],
  ])('%s is rejected', (_, terms, param) => {
    expect(() => issue(terms)).toThrow(failure('invalid_field', param));
  });

  test('for an account that does not exist is rejected, or creates the account on the command line', async () => {
    await expect(issue({ account: 'fresh' })).rejects.toThrow(failure('account_not_found', 'account'));
    const terms: KeyTerms = { account: 'fresh', scopes: ['company:read'] };
    expect((await issueKey(deps, { terms, makeAccount: true })).details.account).toBe('fresh');
    expect((await listAccounts(deps)).find(({ name }) => name === 'fresh')?.plan).toBe('standard');
  });

  test('beyond its plan is rejected, and creates no account', async () => {
    await setPlan(deps, { name: 'narrow', terms: { scopes: ['company:read'], countries: ['AU', 'NZ'] } });
    await setAccount(deps, { name: 'narrow', terms: { plan: 'narrow' } });
    await expect(issue({ account: 'narrow', scopes: ['people:search'] })).rejects.toThrow(
      failure('invalid_field', 'scopes'),
    );
    await expect(issue({ account: 'narrow', countries: ['NZ', 'SG'] })).rejects.toThrow(
      failure('invalid_field', 'countries'),
    );
    const { key } = await issue({ account: 'narrow', scopes: ['company:read', 'admin'], countries: ['NZ'] });
    expect(await callerOf(key)).toMatchObject({ scopes: ['company:read', 'admin'], countries: ['NZ'] });
  });

  test('is updated in the given fields; the difference is logged and all processes are notified', async () => {
    const { key, details } = await issue({ label: 'a', countries: ['AU'], expires_at: '2099-01-01T00:00:00Z' });
    const { id } = details;
    const changed = await changeKey(deps, { id, terms: { addresses: ['10.0.0.0/8'], countries: null } });
    expect(changed).toEqual({ ...details, addresses: ['10.0.0.0/8'], countries: null });
    expect(await callerOf(key)).toMatchObject({ addresses: ['10.0.0.0/8'], countries: null, scopes: ['company:read'] });
    expect(await readNotified()).toEqual({ received: ['*'], actions: [`key.issue key:${id}`, `key.change key:${id}`] });
    expect((await listAudit(deps, { after: String(lastEntry) })).at(-1)?.detail).toEqual({
      account: 'acme',
      from: { countries: ['AU'], addresses: null },
      to: { countries: null, addresses: ['10.0.0.0/8'] },
    });
  });

  test('that is updated to its current values leaves no audit entry', async () => {
    const { details } = await issue({ label: 'same', expires_at: '2099-01-01T00:00:00Z' });
    const terms: KeyChange = { label: 'same', scopes: ['company:read'], expires_at: '2099-01-01T10:00:00+10:00' };
    expect(await changeKey(deps, { id: details.id, terms })).toEqual(details);
    expect(await readNotified()).toEqual({ received: [], actions: [`key.issue key:${details.id}`] });
  });

  test.each<[string, KeyChange, string]>([
    ['a test key that administers', { scopes: ['admin'] }, 'scopes'],
    ['an address that is none', { addresses: ['home'] }, 'addresses'],
    ['an end that is over', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['a label that cannot be shown', { label: 'a\u0000b' }, 'label'],
  ])('cannot be updated to %s', async (_, terms, param) => {
    const { details } = await issue({ mode: 'test' });
    await expect(changeKey(deps, { id: details.id, terms })).rejects.toThrow(failure('invalid_field', param));
    expect(await listKeys(deps, 'acme')).toContainEqual(details);
  });

  test('cannot be updated beyond its plan; after the plan was narrowed, other fields can still be updated', async () => {
    await setPlan(deps, { name: 'closing', terms: {} });
    await setAccount(deps, { name: 'closing', terms: { plan: 'closing' } });
    const { details } = await issue({ account: 'closing', scopes: ['people:search'], countries: ['SG'] });
    const change = (terms: KeyChange) => changeKey(deps, { id: details.id, terms });
    await setPlan(deps, { name: 'closing', terms: { scopes: ['company:read'], countries: ['AU'] } });
    await expect(change({ scopes: ['people:search'] })).rejects.toThrow(failure('invalid_field', 'scopes'));
    await expect(change({ countries: ['AU', 'SG'] })).rejects.toThrow(failure('invalid_field', 'countries'));
    expect(await change({ label: 'late' })).toEqual({ ...details, label: 'late' });
  });

  test('that is revoked or expired cannot be updated', async () => {
    const [revoked, ended] = [await issue(), await issue({ expires_at: '2099-01-01T00:00:00Z' })];
    await revokeKey(deps, revoked.details.id);
    await database.pool.query('UPDATE api_key SET expires_at = now() WHERE id = $1', [ended.details.id]);
    for (const { details } of [revoked, ended]) {
      const change = changeKey(deps, { id: details.id, terms: { expires_at: null } });
      await expect(change).rejects.toThrow(failure('key_not_found', 'id'));
    }
  });

  test('is revoked once, and all processes are notified', async () => {
    const { key, details } = await issue();
    const revoked = await revokeKey(deps, details.id);
    expect(revoked.revoked_at).not.toBeNull();
    expect(await revokeKey(deps, details.id)).toEqual(revoked);
    expect(await callerOf(key)).toBeUndefined();
    const actions = [`key.issue key:${details.id}`, `key.revoke key:${details.id}`];
    expect(await readNotified()).toEqual({ received: [details.id], actions });
  });

  test('is unknown while its account is suspended', async () => {
    await setAccount(deps, { name: 'late', terms: {} });
    const { key } = await issue({ account: 'late' });
    await setAccount(deps, { name: 'late', terms: { suspended: true } });
    expect(await callerOf(key)).toBeUndefined();
    await setAccount(deps, { name: 'late', terms: { suspended: false } });
    expect(await callerOf(key)).toBeDefined();
  });

  test('is rotated to one with the same terms, and stays valid for the overlap', async () => {
    const old = await issue({
      label: 'main',
      countries: ['AU'],
      addresses: ['10.0.0.0/8'],
      expires_at: '2099-01-01T00:00:00Z',
    });
    const fresh = await rotateKey(deps, { id: old.details.id, overlapHours: 2 });
    const { label, countries, addresses, expires_at, scopes, mode } = old.details;
    expect(fresh.details).toMatchObject({ label, countries, addresses, expires_at, scopes, mode });
    expect(fresh.key).not.toBe(old.key);
    const ends = (await callerOf(old.key))?.expiresAt?.getTime() ?? 0;
    expect(Math.abs(ends - Date.now() - 2 * 3_600_000)).toBeLessThan(5000);
    const [issued, replaced, rotated] = (await readNotified()).actions;
    expect([issued, replaced, rotated]).toEqual([
      `key.issue key:${old.details.id}`,
      `key.issue key:${fresh.details.id}`,
      `key.rotate key:${old.details.id}`,
    ]);
    expect(received).toEqual(['*']);
  });

  test('never expires later because of a rotation', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const old = await issue({ expires_at: soon });
    await rotateKey(deps, { id: old.details.id });
    expect((await callerOf(old.key))?.expiresAt?.toISOString()).toBe(soon);
  });

  test('is rotated once: its expiry would be copied to the next key', async () => {
    const old = await issue();
    const fresh = await rotateKey(deps, { id: old.details.id });
    await expect(rotateKey(deps, { id: old.details.id })).rejects.toThrow(fresh.details.id);
    expect((await listKeys(deps)).find(({ id }) => id === old.details.id)?.replaced_by).toBe(fresh.details.id);
    expect(fresh.details).toMatchObject({ expires_at: null, replaced_by: null });
  });

  test('is revoked at once without an overlap', async () => {
    const old = await issue();
    await rotateKey(deps, { id: old.details.id, overlapHours: 0 });
    expect(await callerOf(old.key)).toBeUndefined();
    expect((await readNotified()).received).toEqual([old.details.id]);
    await expect(rotateKey(deps, { id: old.details.id })).rejects.toThrow(failure('key_not_found', 'id'));
  });

  test.each(['key_nobodysname', 'nonsense', '\u0000', ''])('called %j is not found', async (id) => {
    await expect(revokeKey(deps, id)).rejects.toThrow(failure('key_not_found', 'id'));
    await expect(rotateKey(deps, { id })).rejects.toThrow(failure('key_not_found', 'id'));
    await expect(changeKey(deps, { id, terms: {} })).rejects.toThrow(failure('key_not_found', 'id'));
  });
});
