import { type Queryable, queryRow } from '../pool.ts';
import { readMissing } from './migrate.ts';
import { describeMigration } from './migrations.ts';
import { type Effect, effectsOf, isLong, smallTables } from './statement-effects.ts';

/** What a migration does to a table that exists. */
export interface PlannedLock {
  readonly table: string;
  readonly lock: Effect['lock'];
  readonly work: Effect['work'];
  /** About how many rows the table has; null: PostgreSQL has never counted them. */
  readonly rows: number | null;
  /** Whether the table is locked for longer the more rows it has. */
  readonly long: boolean;
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

const works: readonly Effect['work'][] = ['catalog', 'rows', 'scan', 'rewrite'];

/** The effect with the most work stands for all that a migration does to a table with the same lock. */
function heaviest(effects: readonly Effect[]): Effect[] {
  const groups = Map.groupBy(effects, ({ table, lock }) => `${table} ${lock}`);
  return [...groups.values()].map(
    (group) => group.toSorted((a, b) => works.indexOf(b.work) - works.indexOf(a.work))[0] as Effect,
  );
}

/** What `orgdex migrate` would do. Reads only the catalog: it takes no lock that could block the service. */
export async function planMigrations(database: Queryable): Promise<PlannedMigration[]> {
  const planned: PlannedMigration[] = [];
  for (const migration of await readMissing(database)) {
    const locks: PlannedLock[] = [];
    for (const effect of heaviest(effectsOf(migration.sql))) {
      const { table, lock, work } = effect;
      locks.push({
        table,
        lock,
        work,
        rows: await readRows(database, table),
        long: isLong(effect) && !smallTables.has(table),
      });
    }
    planned.push({ name: migration.name, what: describeMigration(migration), locks });
  }
  return planned;
}
