import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testAudit } from '../../../../testing/src/data/test-service.ts';
import { openEmptyDatabase } from '../../../../testing/src/stores/database.ts';
import { setAccount } from './accounts.ts';
import { listAudit } from './audit.ts';
import type { ChangeDeps } from './audited-change.ts';
import { issueKey } from './key-changes.ts';
import { setPlan } from './plans.ts';
import { type Expected, verifyAudit } from './verify-audit.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
let deps: ChangeDeps;
let noted: Expected;
const count = 7;

beforeAll(async () => {
  database = await openEmptyDatabase();
  deps = { pool: database.pool, ...testAudit };
  for (let n = 1; n <= count; n += 1) await setAccount(deps, { name: `account ${n}`, terms: {} });
  noted = (await verifyAudit(deps)).last;
  await database.pool.query('CREATE TABLE kept AS SELECT * FROM audit');
});
afterAll(() => database.drop());

/** An attacker with all privileges on the database, who knows about the trigger. */
const tamper = (sql: string) =>
  database.pool.query(
    `ALTER TABLE audit DISABLE TRIGGER only_added_to; ${sql}; ALTER TABLE audit ENABLE TRIGGER only_added_to`,
  );

beforeEach(() => tamper('DELETE FROM audit; INSERT INTO audit SELECT * FROM kept'));

const verify = (expected?: Expected) => verifyAudit({ ...deps, pageSize: 3 }, expected);

test('entries are read back unchanged and without gaps', async () => {
  const entries = await listAudit(deps, {});
  expect(entries.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(entries[0]).toMatchObject({ actor: 'cli:test', action: 'account.make', subject: 'account:account 1' });
  expect(await listAudit(deps, { after: '6' })).toEqual(entries.slice(6));
  expect(await verify()).toEqual({ last: { number: count, hash: entries[6]?.hash } });
});

describe('the log cannot be changed by mistake', () => {
  test.each([
    `UPDATE audit SET actor = 'other' WHERE number = 1`,
    'DELETE FROM audit WHERE number = 1',
    'DELETE FROM audit WHERE false',
    'TRUNCATE audit',
  ])('%s is rejected', async (sql) => {
    await expect(database.pool.query(sql)).rejects.toThrow('only ever added to');
  });
});

describe('deliberate changes are detected', () => {
  const changes: Record<string, string> = {
    number: '1000 + number',
    at: `at + interval '1 microsecond'`,
    actor: `actor || 'x'`,
    action: `'key.revoke'`,
    subject: `subject || ' '`,
    detail: `detail || '{"more": 1}'`,
    hash: `set_byte(hash, 31, get_byte(hash, 31) # 1)`,
  };
  const each = Object.entries(changes).flatMap(([column, value]) =>
    Array.from({ length: count }, (_, at) => [column, at + 1, value] as const),
  );
  test.each(each)('%s of entry %i', async (column, number, value) => {
    await tamper(`UPDATE audit SET ${column} = ${value} WHERE number = ${number}`);
    const { last, fault } = await verify(noted);
    expect(last.number).toBe(number - 1);
    expect(fault?.number).toBe(number);
  });

  test('every column is tried', async () => {
    const { fields } = await database.pool.query('SELECT * FROM audit LIMIT 0');
    expect(Object.keys(changes)).toEqual(fields.map(({ name }) => name));
  });

  test.each([1, 2, 3, 4, 6])('entry %i is missing', async (number) => {
    await tamper(`DELETE FROM audit WHERE number = ${number}`);
    expect(await verify()).toMatchObject({ fault: { number, why: 'missing' } });
  });

  test.each([
    [1, 2],
    [2, 3],
    [4, 6],
  ])('entries %i and %i are swapped', async (one, other) => {
    await tamper(`UPDATE audit SET number = -number WHERE number IN (${one}, ${other});
      UPDATE audit SET number = ${one} + ${other} + number WHERE number < 0`);
    expect(await verify()).toMatchObject({ fault: { number: one, why: 'out of order' } });
  });

  test('an entry added without the key', async () => {
    await tamper(
      `INSERT INTO audit SELECT number + 1, at, actor, action, subject, detail, hash FROM kept WHERE number = 7`,
    );
    expect(await verify()).toMatchObject({ last: { number: 7 }, fault: { number: 8, why: 'changed' } });
  });

  test('a log rewritten with another key', async () => {
    const auditKey = createSecretKey(Buffer.alloc(32, 9));
    await tamper('DELETE FROM audit');
    await setAccount({ ...deps, auditKey }, { name: 'forged', terms: {} });
    expect(await verify()).toMatchObject({ fault: { number: 1, why: 'changed' } });
  });

  test('a truncated log, by an entry that was noted before', async () => {
    await tamper('DELETE FROM audit WHERE number > 5');
    expect((await verify()).fault).toBeUndefined();
    expect(await verify(noted)).toMatchObject({ last: { number: 5 }, fault: { number: 6, why: 'truncated' } });
  });

  test('a log that was truncated and extended again', async () => {
    await tamper('DELETE FROM audit WHERE number > 5');
    for (const name of ['new 6', 'new 7', 'new 8']) await setAccount(deps, { name, terms: {} });
    expect((await verify()).fault).toBeUndefined();
    expect(await verify(noted)).toMatchObject({ fault: { number: 7, why: 'not the one expected' } });
  });

  test('a former entry of this position, in a log that continued differently', async () => {
    await tamper('DELETE FROM audit WHERE number > 5');
    await setAccount(deps, { name: 'other 6', terms: {} });
    await tamper('INSERT INTO audit SELECT * FROM kept WHERE number = 7');
    expect(await verify()).toMatchObject({ last: { number: 6 }, fault: { number: 7, why: 'changed' } });
  });

  test('a log that was emptied', async () => {
    await tamper('DELETE FROM audit');
    expect(await verify()).toEqual({ last: { number: 0, hash: '0'.repeat(64) } });
    expect(await verify(noted)).toMatchObject({ fault: { number: 1, why: 'truncated' } });
  });
});

test('a change is rolled back if its audit entry cannot be written', async () => {
  await database.pool.query('ALTER TABLE audit ADD CONSTRAINT full_up CHECK (number < 8) NOT VALID');
  await expect(setPlan(deps, { name: 'lost', terms: {} })).rejects.toThrow('full_up');
  await database.pool.query('ALTER TABLE audit DROP CONSTRAINT full_up');
  const { rows } = await database.pool.query(`SELECT * FROM plan WHERE name = 'lost'`);
  expect(rows).toEqual([]);
});

test('concurrent changes form one chain', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `crowd ${n}`);
  await Promise.all(names.map((name) => setAccount(deps, { name, terms: {} })));
  expect(await verify(noted)).toMatchObject({ last: { number: count + 40 } });
});

test('the log contains neither a key nor its hash', async () => {
  const { key } = await issueKey(deps, { terms: { account: 'account 1', scopes: ['company:read'] } });
  const { rows } = await database.pool.query(`SELECT encode(hash, 'hex') AS hash FROM api_key`);
  const text = JSON.stringify((await database.pool.query('SELECT * FROM audit')).rows);
  expect(text).not.toContain(key.slice(12));
  expect(text).not.toContain(rows[0].hash);
});
