import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asAdmin } from '../../../../../testing/src/stores/database.ts';
import { readConfig } from '../../../core/settings/config.ts';
import { openPool, type Pool } from '../pool.ts';
import { checkDatabase, migrate } from './migrate.ts';
import {
  describeMigration,
  isOutsideTransaction,
  type Migration,
  readMigrations,
  splitStatements,
} from './migrations.ts';
import { planMigrations } from './plan.ts';
import { effectsOf } from './statement-effects.ts';

const migrations = readMigrations();
let name: string;
let pool: Pool;

beforeEach(async () => {
  name = `orgdex_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${name}`);
  const url = new URL(readConfig().DATABASE_URL);
  url.pathname = `/${name}`;
  pool = openPool(url.href);
});
afterEach(async () => {
  await pool.end();
  await asAdmin(`DROP DATABASE ${name}`);
});

/** Tables by the name that a migration finds them by; partitions have that of their table. */
const tables = `
  SELECT oid, coalesce(pg_partition_root(oid), oid)::regclass::text AS name
  FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace`;

/** Locks of this connection that block writes or reads. */
const strongLocks = `
  SELECT DISTINCT relation AS oid, regexp_replace(regexp_replace(mode, 'Lock$', ''), '(?<!^)([A-Z])', ' \\1', 'g') AS lock
  FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'relation'
    AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

/** The strong locks that PostgreSQL takes for a migration, which is applied. */
async function readLocks(migration: Migration): Promise<string[]> {
  const { sql } = migration;
  if (isOutsideTransaction(migration)) {
    // Each statement commits and releases its locks.
    for (const statement of splitStatements(sql)) await pool.query(statement);
    return [];
  }
  const client = await pool.connect();
  await client.query('BEGIN');
  const before = new Map(
    (await client.query<{ oid: number; name: string }>(tables)).rows.map((row) => [row.oid, row.name]),
  );
  await client.query(sql);
  const { rows } = await client.query<{ oid: number; lock: string }>(strongLocks);
  await client.query('COMMIT');
  client.release();
  const existing = rows.filter(({ oid }) => before.has(oid));
  return existing.map(({ oid, lock }) => `${before.get(oid)} ${lock.toUpperCase()}`).sort();
}

const strong = /^(?:SHARE|SHARE ROW EXCLUSIVE|ACCESS EXCLUSIVE)$/;

test('the plan of each migration names every strong lock that PostgreSQL takes on an existing table', async () => {
  for (const migration of migrations) {
    const planned = new Set(
      effectsOf(migration.sql)
        .filter(({ lock }) => strong.test(lock))
        .map(({ table, lock }) => `${table} ${lock}`),
    );
    const unplanned = (await readLocks(migration)).filter((lock) => !planned.has(lock));
    expect({ name: migration.name, unplanned }).toEqual({ name: migration.name, unplanned: [] });
  }
});

test('a plan lists the missing migrations with the rows of the tables that they lock, and changes nothing', async () => {
  await migrate(pool, 'test', { migrations: migrations.filter((one) => one.name < '014') }).catch(
    // The grants that follow need a table of 015.
    ({ message }: Error) => expect(message).toContain('database_role'),
  );
  await pool.query(`INSERT INTO suppression SELECT generate_series(1, 500)::text; ANALYZE suppression`);
  const [admin] = await planMigrations(pool);
  expect(admin).toMatchObject({ name: '014-admin.sql', what: 'What the operations of the operator need.' });
  expect(admin?.locks).toContainEqual({ table: 'suppression', lock: 'SHARE', work: 'scan', rows: 500, long: true });
  expect(admin?.locks).toContainEqual({
    ...{ table: 'outbox', lock: 'ACCESS EXCLUSIVE', work: 'catalog', rows: null, long: false },
  });
  const { rows } = await pool.query(`SELECT to_regclass('coverage_report') AS found`);
  expect(rows).toEqual([{ found: null }]);
  await migrate(pool, 'test');
  expect(await planMigrations(pool)).toEqual([]);
});

describe('a migration', () => {
  const added: Migration = { name: '900-more.sql', sql: 'ALTER TABLE plan ADD COLUMN more text' };

  test('of a newer version is noted, and older versions use the database', async () => {
    await migrate(pool, 'test', { migrations: [...migrations, added] });
    const notes: string[] = [];
    await checkDatabase(pool, (text) => notes.push(text));
    expect(notes).toEqual([expect.stringContaining('(900-more.sql). This version can still use it')]);
    notes.length = 0;
    await checkDatabase(pool, (text) => notes.push(text), [...migrations, added]);
    expect(notes).toEqual([]);
  });

  test('of a newer version that breaks older ones is a reason not to start', async () => {
    const breaking = { ...added, sql: `-- older versions cannot use this database\n-- Why.\n\n${added.sql}` };
    await migrate(pool, 'test', { migrations: [...migrations, breaking] });
    await expect(checkDatabase(pool, () => {})).rejects.toThrow(/newer version .*900-more.sql.* cannot use it/);
    expect(describeMigration(breaking)).toBe('Why.');
  });

  test('lets queries pass while a long query keeps its table, and is applied afterwards', async () => {
    await migrate(pool, 'test');
    const reader = await pool.connect();
    await reader.query('BEGIN; SELECT FROM plan');
    const migrated = migrate(pool, 'test', { migrations: [...migrations, added], lockWaitMs: 50, pauseMs: 100 });
    for (let count = 0; count < 20; count += 1) {
      const client = await pool.connect();
      await client.query(`SET statement_timeout = '5s'`);
      await client.query('SELECT FROM plan');
      client.release();
    }
    await reader.query('COMMIT');
    reader.release();
    expect(await migrated).toEqual([added.name]);
  });

  test('that never gets its lock changes nothing and says what to do', async () => {
    await migrate(pool, 'test');
    const reader = await pool.connect();
    await reader.query('BEGIN; SELECT FROM plan');
    const options = { migrations: [...migrations, added], lockWaitMs: 20, pauseMs: 20, tries: 2 };
    await expect(migrate(pool, 'test', options)).rejects.toThrow(/900-more.sql could not lock/);
    await reader.query('COMMIT');
    reader.release();
    expect(await migrate(pool, 'test', options)).toEqual([added.name]);
  });

  test('outside a transaction can build an index without blocking writes', async () => {
    const sql = '-- outside a transaction\n-- Why.\nCREATE INDEX CONCURRENTLY ON plan (rate);\nSELECT 1;\n';
    const applied = await migrate(pool, 'test', { migrations: [...migrations, { name: '901-index.sql', sql }] });
    expect(applied).toContain('901-index.sql');
    const { rows } = await pool.query(
      `SELECT indexdef FROM pg_indexes WHERE tablename = 'plan' AND indexdef LIKE '%(rate)'`,
    );
    expect(rows).toHaveLength(1);
  });

  test('outside a transaction that was interrupted builds its invalid index again', async () => {
    const sql = [
      '-- outside a transaction\n-- Why.',
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS plan_burst ON plan (burst);',
      'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS plan_rate ON plan (rate);',
    ].join('\n');
    const options = { migrations: [...migrations, { name: '901-index.sql', sql }] };
    await migrate(pool, 'test', { migrations });
    await pool.query(`INSERT INTO plan (name, rate, burst, scopes) SELECT 'other', rate, burst, scopes FROM plan`);
    await expect(migrate(pool, 'test', options)).rejects.toThrow(/plan_rate/);
    await pool.query(`DELETE FROM plan WHERE name = 'other'`);
    expect(await migrate(pool, 'test', options)).toEqual(['901-index.sql']);
    const { rows } = await pool.query(
      `SELECT indisvalid FROM pg_index WHERE indexrelid IN ('plan_burst'::regclass, 'plan_rate'::regclass)`,
    );
    expect(rows).toEqual([{ indisvalid: true }, { indisvalid: true }]);
  });
});
