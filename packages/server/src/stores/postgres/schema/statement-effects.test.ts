import { describe, expect, test } from 'vitest';
import { readMigrations, splitStatements } from './migrations.ts';
import { baseline, effectsOf, faultsOf, isLong } from './statement-effects.ts';

const later = readMigrations().filter(({ name }) => name > baseline);

test('there are migrations after the baseline, which the next test checks', () => {
  expect(later.length).toBeGreaterThan(0);
});

test.each(later)('$name can run while the service is used', ({ sql }) => {
  expect(faultsOf(sql)).toEqual([]);
});

describe('a migration that cannot run while the service is used', () => {
  test.each([
    ['CREATE INDEX ON company (changed_at)', 'company: SHARE lock while it handles every row (scan)'],
    ['CREATE UNIQUE INDEX some_name ON company (changed_at)', 'company: SHARE lock while it handles every row (scan)'],
    ['ALTER TABLE company ADD COLUMN a uuid DEFAULT gen_random_uuid()', 'every row (rewrite)'],
    ['ALTER TABLE company ADD COLUMN a text, ADD COLUMN b bigint GENERATED ALWAYS AS IDENTITY', 'every row (rewrite)'],
    ['ALTER TABLE company ADD COLUMN a timestamptz DEFAULT clock_timestamp()', 'every row (rewrite)'],
    ['ALTER TABLE company ALTER COLUMN version TYPE integer', 'every row (rewrite)'],
    ['ALTER TABLE company ALTER version SET NOT NULL', 'every row (scan)'],
    ['ALTER TABLE company ADD CONSTRAINT positive CHECK (version > 0)', 'every row (scan)'],
    ['ALTER TABLE company ADD CHECK (version > 0)', 'every row (scan)'],
    ['ALTER TABLE company ADD COLUMN a bigint REFERENCES account (id)', 'company: ACCESS EXCLUSIVE lock'],
    ['UPDATE company SET version = 1', 'company: ROW EXCLUSIVE lock while it handles every row (rows)'],
    ['delete\nfrom employment', ''],
    ['DO $$ BEGIN UPDATE company SET version = 1; END $$', 'unknown: ACCESS EXCLUSIVE lock'],
    ['DO $$ BEGIN TRUNCATE company; END $$', 'unknown: ACCESS EXCLUSIVE lock'],
    ['REINDEX TABLE company', 'unknown: ACCESS EXCLUSIVE lock'],
    ['VACUUM FULL company', 'unknown: ACCESS EXCLUSIVE lock'],
    ['WITH old AS (SELECT 1) UPDATE company SET version = 1', 'unknown: ACCESS EXCLUSIVE lock'],
    ['SELECT backfill()', 'unknown: ACCESS EXCLUSIVE lock'],
    ['ALTER TABLE public.company ADD COLUMN a text', 'unknown: ACCESS EXCLUSIVE lock'],
    ['ALTER TABLE company SET LOGGED', 'every row (rewrite)'],
    ['ALTER TABLE company ATTACH PARTITION other FOR VALUES IN (1)', 'every row (rewrite)'],
    ['ALTER TABLE company RENAME TO firm', 'company: processes of the previous version would fail'],
    ['ALTER TABLE company RENAME COLUMN version TO number', 'company: processes of the previous version would fail'],
    ['ALTER TABLE plan DROP COLUMN burst', 'plan: processes of the previous version would fail'],
    ['ALTER TABLE plan ADD COLUMN a text NOT NULL', 'plan: processes of the previous version would fail'],
    ['DROP TABLE company_name', 'company_name: processes of the previous version would fail'],
  ])('%s', (sql, fault) => {
    expect(faultsOf(sql).join('\n')).toContain(fault);
    expect(faultsOf(sql)).not.toEqual([]);
  });
});

describe('a migration that can', () => {
  test.each([
    'ALTER TABLE company ADD COLUMN a text',
    `ALTER TABLE company ADD COLUMN a timestamptz NOT NULL DEFAULT now(), ADD COLUMN b text DEFAULT 'x'`,
    'ALTER TABLE company ADD CONSTRAINT positive CHECK (version > 0) NOT VALID',
    'ALTER TABLE company VALIDATE CONSTRAINT positive',
    'ALTER TABLE company DROP CONSTRAINT positive, ALTER version SET DEFAULT 2, SET (autovacuum_enabled = false)',
    'GRANT SELECT ON company TO someone',
    'CREATE INDEX CONCURRENTLY company_changed ON company_0 (changed_at)',
    'CREATE TABLE new (id bigint REFERENCES account (id)); CREATE INDEX ON new (id); INSERT INTO new SELECT 1',
    `UPDATE plan SET rate = 1; -- UPDATE company`,
    `CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE company SET version = 1; $$`,
  ])('%s', (sql) => {
    expect(faultsOf(sql)).toEqual([]);
  });
});

test('a plan tells a lock of milliseconds from one that grows with the table', () => {
  const [column, index] = effectsOf('ALTER TABLE company ADD COLUMN a text; CREATE INDEX ON company (a)');
  expect(column && isLong(column)).toBe(false);
  expect(index && isLong(index)).toBe(true);
});

test('statements end at semicolons that are not in a text, a body or a comment', () => {
  const sql = `SELECT ';'; -- no ; end\nDO $$ BEGIN NULL; END $$;\nSELECT 1 - 2;`;
  expect(splitStatements(sql)).toEqual([`SELECT ';'`, 'DO $$ BEGIN NULL; END $$', 'SELECT 1 - 2']);
});
