import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import { listAudit } from '../../api/access/audit.ts';
import { hashOf, type KeyText } from '../../api/access/key-form.ts';
import { findKey } from '../../stores/postgres/access/api-keys.ts';
import { actorOf } from '../context.ts';
import { explainError } from '../errors/explain-error.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const run = (...args: string[]) => runCommand(database, ...args);
/** The error message that the operator sees. */
const refused = (...args: string[]) => run(...args).then(() => 'it did not fail', explainError);
const callerOf = (key: string) => findKey(database.pool, hashOf(key as KeyText));
const idOf = (notes: string) => /key_[0-9A-Za-z]{12}/.exec(notes)?.[0] ?? '';

describe('orgdex plan', () => {
  test('set creates a plan and changes only the given options; none clears a limit', async () => {
    const all = [
      '--per-day',
      '1000',
      '--credits',
      '500',
      '--country',
      'au',
      '--country',
      'NZ',
      '--companies-per-day',
      '9',
    ];
    await run(
      'plan',
      'set',
      'small',
      '--rate',
      '5',
      '--burst',
      '10',
      ...all,
      '--people-per-day',
      '8',
      '--scope',
      'company:read',
    );
    const { out } = await run('plan', 'set', 'small', '--rate', '6', '--country', 'none', '--credits', 'none');
    expect(out.split('\n')[1]).toMatch(/^small +6 +10 +1,000 +none +9 +8 +company:read +all$/);
    expect((await run('plan', 'list')).out.split('\n')).toEqual([
      expect.stringMatching(/^plan/),
      expect.stringMatching(/^small/),
      expect.stringMatching(/^standard/),
    ]);
  });

  test('an invalid name is rejected with the rule', async () => {
    const message = await refused('plan', 'set', 'Not A Name');
    expect(message).toBe('`name` must be 1 to 60 lower-case letters, digits and hyphens, and not start with a hyphen.');
  });

  test('set says whether the plan is new, and how many accounts have it', async () => {
    const set = async () => (await run('plan', 'set', 'followed', '--rate', '7')).notes;
    expect(await set()).toBe('Created plan "followed". Assign it with `orgdex account set <name> --plan followed`.');
    expect(await set()).toContain('Updated plan "followed". No account has it yet.');
    await run('account', 'create', 'Follower', '--plan', 'followed');
    expect(await set()).toBe('Updated plan "followed". It applies to 1 account within a second.');
    await run('account', 'create', 'Follower 2', '--plan', 'followed');
    expect(await set()).toBe('Updated plan "followed". It applies to 2 accounts within a second.');
  });
});

describe('orgdex account', () => {
  test('can be created, moved to another plan, suspended and resumed', async () => {
    await run('account', 'create', 'Kea Ltd');
    expect(await refused('account', 'create', 'Kea Ltd')).toContain('already');
    await run('plan', 'set', 'gold', '--rate', '500');
    expect((await run('account', 'set', 'Kea Ltd', '--plan', 'gold')).out).toMatch(/Kea Ltd +gold +active/);
    expect((await run('account', 'suspend', 'Kea Ltd')).out).toMatch(/gold +suspended/);
    await run('account', 'resume', 'Kea Ltd');
    expect((await run('account', 'list')).out).toMatch(/Kea Ltd +gold +active/);
  });

  test('an account or plan that does not exist is rejected with advice', async () => {
    for (const args of [
      ['suspend', 'Nobody'],
      ['set', 'Nobody', '--plan', 'standard'],
    ]) {
      expect(await refused('account', ...args)).toMatch(
        /^Account "Nobody" does not exist\. Existing accounts: .*Kea Ltd/,
      );
    }
    expect(await refused('account', 'create', 'New', '--plan', 'missing')).toBe(
      'Plan "missing" does not exist. Create it first. See `orgdex plan list`.',
    );
  });

  test('create prints the next command, with the scopes of the plan and the name quoted for the shell', async () => {
    const { notes } = await run('account', 'create', 'Kea & "Sons" $1');
    const scopes = '--scope company:read --scope company:search --scope people:search';
    expect(notes).toBe(`Create a key for it: orgdex key create --account "Kea & \\"Sons\\" \\$1" ${scopes}`);
    await run('plan', 'set', 'lookups', '--scope', 'company:read');
    expect((await run('account', 'create', 'Tui', '--plan', 'lookups')).notes).toMatch(/"Tui" --scope company:read$/);
  });
});

describe('orgdex key', () => {
  const scope = ['--scope', 'company:read'];

  test('create rejects an account that does not exist, and creates neither it nor a key', async () => {
    await run('account', 'create', 'Typed');
    const message = await refused('key', 'create', '--account', 'Typo', ...scope);
    expect(message).toMatch(
      /^Account "Typo" does not exist\. Existing accounts: .*\bTyped\b.*\. Create it with --create-account\.$/,
    );
    expect((await run('account', 'list')).out).not.toContain('Typo');
    expect((await run('key', 'list', '--json')).out).toBe('[]');
  });

  test('create prints only the key, list shows it without the key, revoke revokes it', async () => {
    const options = ['--label', 'nightly', '--country', 'AU', '--address', '10.0.0.0/8', '--expires', '30d'];
    const { out, notes } = await run('key', 'create', '--account', 'New Co', '--create-account', ...scope, ...options);
    expect(out).toMatch(/^orgdex_live_[0-9A-Za-z]{38}$/);
    expect(await callerOf(out)).toMatchObject({ account: 'New Co', countries: ['AU'], addresses: ['10.0.0.0/8'] });
    const listed = (await run('key', 'list', '--account', 'New Co')).out;
    expect(listed).toContain(idOf(notes));
    expect(listed).toMatch(/nightly +company:read +AU +10\.0\.0\.0\/8 .* valid until/);
    expect(listed).not.toContain(out);
    await run('key', 'revoke', idOf(notes));
    expect(await callerOf(out)).toBeUndefined();
    expect((await run('key', 'list')).out).toMatch(/revoked/);
    expect(await refused('key', 'revoke', 'key_nobodysname')).toBe(
      'No API key has the id key_nobodysname. See `orgdex key list`.',
    );
  });

  test('--test creates a test key', async () => {
    const { out } = await run('key', 'create', '--account', 'New Co', '--scope', 'company:read', '--test');
    expect(out).toMatch(/^orgdex_test_/);
  });

  test('a second key belongs to the same account', async () => {
    const notes: string[] = [];
    for (const label of ['a', 'b']) {
      const options = ['--create-account', '--label', label];
      notes.push((await run('key', 'create', '--account', 'Twice', ...scope, ...options)).notes);
    }
    expect(notes[0]).toMatch(/^Created account "Twice" on plan "standard"\.\n/);
    expect(notes[1]).not.toContain('Created account');
    expect((await run('account', 'list')).out.match(/Twice/g)).toHaveLength(1);
    expect((await run('key', 'list', '--account', 'Twice')).out.split('\n')).toHaveLength(3);
  });

  test('set changes the given options; none clears them', async () => {
    const made = await run('key', 'create', '--account', 'Set', '--create-account', ...scope, '--country', 'AU');
    const id = idOf(made.notes);
    const all = ['--address', '10.0.0.0/8', '--address', '::1', '--expires', '30d', '--label', 'office'];
    const { out, notes } = await run('key', 'set', id, '--scope', 'people:search', ...all);
    expect(out.split('\n')[1]).toMatch(/office +people:search +AU +10\.0\.0\.0\/8 ::1 .* valid until/);
    expect(notes).toContain(`Updated key ${id} of account "Set".`);
    const none = ['--country', 'none', '--address', 'none', '--expires', 'none', '--label', 'none'];
    await run('key', 'set', id, ...none);
    const bare = { scopes: ['people:search'], countries: null, addresses: null, expiresAt: null };
    expect(await callerOf(made.out)).toMatchObject(bare);
    expect((await run('key', 'list', '--account', 'Set')).out).not.toContain('office');
    expect(await refused('key', 'set', id)).toContain('Nothing to change. Add --scope');
    await run('key', 'revoke', id);
    const message = 'The key is revoked or expired. Create a new one. See `orgdex key list`.';
    expect(await refused('key', 'set', id, '--label', 'late')).toBe(message);
  });

  test('rotate prints only the new key; without overlap the old key is revoked', async () => {
    const old = await run('key', 'create', '--account', 'Turn', '--create-account', ...scope);
    const next = await run('key', 'rotate', idOf(old.notes));
    expect(next.out).toMatch(/^orgdex_live_/);
    expect((await callerOf(old.out))?.expiresAt).toBeInstanceOf(Date);
    const last = await run('key', 'rotate', idOf(next.notes), '--overlap', '0');
    expect(await callerOf(next.out)).toBeUndefined();
    expect(await callerOf(last.out)).toMatchObject({ account: 'Turn' });
  });

  test('terms that the plan does not allow are rejected with advice, and nothing is created', async () => {
    const home = ['--create-account', '--address', 'home'];
    const message = await refused('key', 'create', '--account', 'Never', ...scope, ...home);
    expect(message).toBe(
      '`addresses` must contain IP addresses or networks, such as 203.0.113.7 or 10.0.0.0/8; got "home".',
    );
    expect((await run('account', 'list')).out).not.toContain('Never');
  });
});

describe('orgdex usage', () => {
  beforeAll(async () => {
    await run('account', 'create', '=cmd("x"), Ltd');
    await database.pool.query(`INSERT INTO usage_day SELECT id, day::date, 'getCompany', 1234 FROM account, unnest('{2026-03-01,2026-03-02}'::text[]) day
      WHERE name IN ('=cmd("x"), Ltd', 'Kea Ltd')`);
  });

  test('shows used credits by account and day', async () => {
    const { out } = await run('usage', '--account', 'Kea Ltd', '--from', '2026-03-01', '--to', '2026-03-01');
    expect(out.split('\n')[1]).toMatch(/^Kea Ltd +2026-03-01 +getCompany +1,234$/);
  });

  test('is CSV that no spreadsheet evaluates as a formula', async () => {
    const { out } = await run('usage', '--csv', '--from', '2026-03-02', '--to', '2026-03-02');
    expect(out.split('\r\n')).toEqual([
      'account,day,operation,count',
      `"'=cmd(""x""), Ltd",2026-03-02,getCompany,1234`,
      'Kea Ltd,2026-03-02,getCompany,1234',
    ]);
  });

  test('an invalid day is rejected', async () => {
    expect(await refused('usage', '--from', '2026-02-30')).toMatch(
      /^`from` must be a date in the form YYYY-MM-DD.*got "2026-02-30"\.$/,
    );
    expect((await run('usage', '--from', '2020-01-01', '--to', '2020-01-02')).notes).toContain('--from');
  });
});

describe('--json', () => {
  const parsed = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out);

  test('prints plans, accounts, keys and audit entries with the keys of the admin API', async () => {
    const [plan] = await parsed('plan', 'list');
    expect(plan).toMatchObject({ name: expect.any(String), requests_per_day: null, people_per_day: null });
    const accounts = await parsed('account', 'list');
    expect(accounts).toContainEqual(expect.objectContaining({ name: 'Kea Ltd', plan: 'gold', suspended: false }));
    const [key] = await parsed('key', 'list', '--account', 'Set');
    expect(key).toMatchObject({ account: 'Set', scopes: ['people:search'], revoked_at: expect.any(String) });
    const entries = await parsed('audit', 'list', '--limit', '3');
    expect(entries).toHaveLength(3);
    expect(entries[0]).toMatchObject({ actor: actorOf(), action: expect.any(String), detail: expect.any(Object) });
  });

  test('prints usage, and an empty list if there is none', async () => {
    expect(await parsed('usage', '--account', 'Kea Ltd', '--from', '2026-03-01', '--to', '2026-03-01')).toEqual([
      { account: 'Kea Ltd', day: '2026-03-01', operation: 'getCompany', count: 1234 },
    ]);
    expect(await parsed('usage', '--from', '2020-01-01', '--to', '2020-01-02')).toEqual([]);
  });

  test('prints one element per line', async () => {
    const { out } = await run('audit', 'list', '--limit', '2', '--json');
    expect(out.split('\n')).toEqual(['[', expect.stringMatching(/^\{.*\},$/), expect.stringMatching(/^\{.*\}$/), ']']);
  });
});

test('orgdex usage of an account that does not exist is rejected', async () => {
  expect(await refused('usage', '--account', 'nobody')).toMatch(
    /^Account "nobody" does not exist\. Existing accounts: /,
  );
});

describe('orgdex audit', () => {
  test('list shows the operator, newest entries first', async () => {
    expect((await listAudit({ pool: database.pool }, {})).every(({ actor }) => actor === actorOf())).toBe(true);
    const { out } = await run('audit', 'list', '--limit', '2');
    const [, newer = '', older = '', ...more] = out.split('\n');
    expect(more).toEqual([]);
    expect(Number.parseInt(newer, 10)).toBe(Number.parseInt(older, 10) + 1);
    expect(out).toContain(actorOf().slice(0, 19));
  });

  test('verify prints the last hash, and detects a changed entry and a truncated log', async () => {
    const { out } = await run('audit', 'verify');
    expect(out).toMatch(/^[0-9]+:[0-9a-f]{64}$/);
    await run('account', 'create', 'later');
    expect((await run('audit', 'verify', '--expect', out)).notes).toContain('The audit chain is intact');
    const off = 'ALTER TABLE audit DISABLE TRIGGER only_added_to';
    await database.pool.query(`${off}; DELETE FROM audit WHERE number >= ${Number.parseInt(out, 10)}`);
    expect(await refused('audit', 'verify', '--expect', out)).toContain('the log ends before this entry');
    await database.pool.query(`UPDATE audit SET actor = 'cli:nobody' WHERE number = 2`);
    expect(await refused('audit', 'verify')).toContain('Audit chain broken at entry 2: the entry was modified.');
  });
});
