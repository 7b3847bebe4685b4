import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openBareDatabase, openEmptyDatabase } from '../../../../../testing/src/stores/database.ts';
import type { Pool } from '../pool.ts';
import { checkDatabase, migrate } from './migrate.ts';
import { describeMigration, type Migration, readMigrations } from './migrations.ts';
import { planMigrations } from './plan.ts';

const migrations = readMigrations();
test('a plan lists the missing migrations with the rows of the tables that they lock, and changes nothing', async () => {
  const database = await openBareDatabase();
  onTestFinished(() => database.drop());
  const { pool } = database;
  expect(await planMigrations(pool)).toMatchObject([{ name: '001-schema.sql', locks: [] }]);
  expect(await migrate(pool, 'test')).toEqual(['001-schema.sql']);
  expect(await planMigrations(pool)).toEqual([]);
  await pool.query(`INSERT INTO suppression SELECT generate_series(1, 500)::text; ANALYZE suppression`);
  const lines = ['-- Why,', '-- in two lines.', '-- locks suppression: ACCESS EXCLUSIVE, catalog'];
  const sql = `${lines.join('\n')}\n\nALTER TABLE suppression ADD COLUMN more text`;
  expect(await planMigrations(pool, [...migrations, { name: '900-more.sql', sql }])).toEqual([
    {
      name: '900-more.sql',
      what: 'Why, in two lines.',
      locks: [{ table: 'suppression', lock: 'ACCESS EXCLUSIVE', work: 'catalog', rows: 500 }],
    },
  ]);
  const { rowCount } = await pool.query(
    `SELECT FROM pg_attribute WHERE attrelid = 'suppression'::regclass AND attname = 'more'`,
  );
  expect(rowCount).toBe(0);
});

describe('a migration', () => {
  let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
  let pool: Pool;
  beforeEach(async () => {
    database = await openEmptyDatabase();
    pool = database.pool;
  });
  afterEach(() => database.drop());

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
    const reader = await pool.connect();
    await reader.query('BEGIN; SELECT FROM plan');
    const options = { migrations: [...migrations, added], lockWaitMs: 20, pauseMs: 20, tries: 2 };
    await expect(migrate(pool, 'test', options)).rejects.toThrow(/900-more.sql could not lock/);
    await reader.query('COMMIT');
    reader.release();
    expect(await migrate(pool, 'test', options)).toEqual([added.name]);
  });

  test('outside a transaction can build an index without blocking writes', async () => {
    const sql =
      '-- outside a transaction\n-- Why.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS plan_rate ON plan (rate);\n';
    const applied = await migrate(pool, 'test', { migrations: [...migrations, { name: '901-index.sql', sql }] });
    expect(applied).toEqual(['901-index.sql']);
    const { rows } = await pool.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'plan_rate'`);
    expect(rows).toHaveLength(1);
  });

  test('outside a transaction builds indexes and nothing else', async () => {
    const sql = '-- outside a transaction\n-- Why.\nVACUUM FULL plan;\n';
    await expect(
      migrate(pool, 'test', { migrations: [...migrations, { name: '901-vacuum.sql', sql }] }),
    ).rejects.toThrow('901-vacuum.sql: outside a transaction, only CREATE INDEX CONCURRENTLY');
  });

  test('outside a transaction that was interrupted builds its invalid index again', async () => {
    const sql = [
      '-- outside a transaction\n-- Why.',
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS plan_burst ON plan (burst);',
      'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS plan_rate ON plan (rate);',
    ].join('\n');
    const options = { migrations: [...migrations, { name: '901-index.sql', sql }] };
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
