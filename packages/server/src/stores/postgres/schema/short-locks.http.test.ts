import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBareDatabase, openEmptyDatabase } from '../../../../../testing/src/stores/database.ts';
import { faultsOf, type Measured, measureMigration } from '../../../../../testing/src/stores/measure-migration.ts';
import type { Pool } from '../pool.ts';
import { concurrentIndexesOf, isOutsideTransaction, locksOf, readMigrations, toLockLine } from './migrations.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
beforeAll(async () => {
  database = await openEmptyDatabase();
});
afterAll(() => database?.drop());

/** What a migration does; then the transaction ends. */
async function measure(pool: Pool, sql: string, end: 'COMMIT' | 'ROLLBACK' = 'ROLLBACK'): Promise<Measured> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    return await measureMigration(client, sql);
  } finally {
    await client.query(end);
    client.release();
  }
}

test('each migration can run while the service is used, and states its locks', async () => {
  const empty = await openBareDatabase();
  try {
    for (const migration of readMigrations()) {
      if (isOutsideTransaction(migration)) {
        for (const { statement } of concurrentIndexesOf(migration)) await empty.pool.query(statement);
        continue;
      }
      const measured = await measure(empty.pool, migration.sql, 'COMMIT');
      const found = { faults: faultsOf(measured), locks: measured.locks.map(toLockLine).sort() };
      expect({ name: migration.name, ...found }).toEqual({
        name: migration.name,
        faults: [],
        locks: locksOf(migration).map(toLockLine).sort(),
      });
    }
  } finally {
    await empty.drop();
  }
});

describe('a migration that cannot run while the service is used', () => {
  const scanned = 'company: handles every row while it locks company';
  test.each([
    ['CREATE INDEX ON company (changed_at)', scanned],
    ['CREATE UNIQUE INDEX some_name ON company (id, changed_at)', scanned],
    ['ALTER TABLE company ADD COLUMN a uuid DEFAULT gen_random_uuid()', scanned],
    ['ALTER TABLE employment ADD COLUMN a timestamptz DEFAULT clock_timestamp()', 'employment: handles every row'],
    ['ALTER TABLE outbox ADD COLUMN a text, ADD COLUMN b bigserial', 'outbox: handles every row'],
    ['ALTER TABLE company ALTER COLUMN version TYPE integer', scanned],
    ['ALTER TABLE company ALTER redirect_to SET NOT NULL', scanned],
    ['ALTER TABLE company ADD CHECK (version > 0)', scanned],
    [
      'ALTER TABLE company ADD COLUMN a bigint DEFAULT 1 REFERENCES account (id)',
      'company: handles every row while it locks',
    ],
    ['UPDATE company SET version = 1', scanned],
    ['DELETE FROM company', scanned],
    ['DO $$ BEGIN UPDATE company SET version = 1; END $$', scanned],
    ['DO $$ BEGIN TRUNCATE company; END $$', scanned],
    ['WITH old AS (SELECT 1) UPDATE company SET version = 1', scanned],
    ['REINDEX TABLE company_0', scanned],
    ['CLUSTER company_0 USING company_0_pkey', scanned],
    ['ALTER TABLE match_change SET LOGGED', 'match_change: handles every row'],
    [
      'ALTER TABLE plan ADD COLUMN a text; CREATE TABLE new AS SELECT id FROM company',
      'company: handles every row while it locks plan',
    ],
    ['ALTER TABLE company RENAME TO firm', 'company.version: processes of the previous version would fail'],
    ['ALTER TABLE company RENAME COLUMN version TO number', 'company.version: processes of the previous version'],
    ['ALTER TABLE plan DROP COLUMN burst', 'plan.burst: processes of the previous version would fail'],
    ['ALTER TABLE plan ALTER burst TYPE bigint', 'plan.burst: processes of the previous version would fail'],
    ['ALTER TABLE account ADD COLUMN a text NOT NULL', 'account.a: processes of the previous version would fail'],
    ['DROP TABLE company_name', 'company_name.key: processes of the previous version would fail'],
  ])('%s', async (sql, fault) => {
    expect(faultsOf(await measure(database.pool, sql)).join('\n')).toContain(fault);
  });
});

describe('a migration that can', () => {
  test.each([
    ['ALTER TABLE company ADD COLUMN a text', 'company: ACCESS EXCLUSIVE, catalog'],
    [
      `ALTER TABLE company ADD COLUMN a timestamptz NOT NULL DEFAULT now(), ADD COLUMN b text DEFAULT 'x'`,
      'company: ACCESS EXCLUSIVE, catalog',
    ],
    ['ALTER TABLE company ADD CHECK (version > 0) NOT VALID', 'company: ACCESS EXCLUSIVE, catalog'],
    ['ALTER TABLE company ALTER version SET DEFAULT 2', 'company: ACCESS EXCLUSIVE, catalog'],
    ['ALTER TABLE outbox_0 SET (autovacuum_enabled = false)', undefined],
    [`COMMENT ON TABLE company IS 'More'`, undefined],
    ['GRANT SELECT ON company TO PUBLIC', undefined],
    ['CREATE TABLE new (id bigint); CREATE INDEX ON new (id); INSERT INTO new SELECT 1', undefined],
    ['CREATE TABLE new AS SELECT id FROM company', undefined],
    ['CREATE TABLE new (id bigint REFERENCES account (id))', 'account: SHARE ROW EXCLUSIVE, catalog'],
    ['UPDATE plan SET rate = 1; -- UPDATE company', 'plan: ROW EXCLUSIVE, rows'],
    ['CREATE INDEX ON plan (rate)', 'plan: SHARE, scan'],
    ['CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE company SET version = 1; $$', undefined],
  ])('%s', async (sql, lock) => {
    const measured = await measure(database.pool, sql);
    expect(faultsOf(measured)).toEqual([]);
    expect(measured.locks.map(toLockLine)).toEqual(lock === undefined ? [] : [`-- locks ${lock}`]);
  });

  test('ALTER TABLE … VALIDATE CONSTRAINT, after a migration that added the constraint', async () => {
    await measure(database.pool, 'ALTER TABLE company ADD CONSTRAINT positive CHECK (version > 0) NOT VALID', 'COMMIT');
    const measured = await measure(database.pool, 'ALTER TABLE company VALIDATE CONSTRAINT positive', 'COMMIT');
    expect(measured).toEqual({ locks: [], read: ['company'], lost: [] });
  });
});
