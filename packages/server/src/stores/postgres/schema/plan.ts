import { type Queryable, queryRow } from '../pool.ts';
import { readMissing } from './migrate.ts';
import { describeMigration, locksOf, readMigrations, type TableLock } from './migrations.ts';

/** What a migration does to a table that exists. */
export interface PlannedLock extends TableLock {
  /** About how many rows the table has; null: PostgreSQL has never counted them. */
  readonly rows: number | null;
}

export interface PlannedMigration {
  readonly name: string;
  readonly what: string;
  readonly locks: readonly PlannedLock[];
}

async function readRows(database: Queryable, table: string): Promise<number | null> {
  const { rows } = await queryRow<{ rows: number | null }>(
    database,
    `SELECT sum(nullif(reltuples, -1))::bigint AS rows FROM pg_class WHERE relkind = 'r' AND (
       oid = to_regclass($1) OR oid IN (SELECT relid FROM pg_partition_tree(to_regclass($1))))`,
    [table],
  );
  return rows;
}

/** What `orgdex migrate` would do. Reads only the catalog: it takes no lock that could block the service. */
export async function planMigrations(database: Queryable, all = readMigrations()): Promise<PlannedMigration[]> {
  const planned: PlannedMigration[] = [];
  for (const migration of await readMissing(database, all)) {
    const locks: PlannedLock[] = [];
    for (const lock of locksOf(migration)) locks.push({ ...lock, rows: await readRows(database, lock.table) });
    planned.push({ name: migration.name, what: describeMigration(migration), locks });
  }
  return planned;
}
