import { type Queryable, queryRow } from './pool.ts';

/** A count that stops at a limit. */
export interface BoundedCount {
  readonly value: number;
  readonly relation: 'eq' | 'gte';
}

/** Where most counts stop: it takes milliseconds to get there. */
const maxCount = 100_000;

/** Counts rows, up to a limit. */
export async function countUpTo(
  database: Queryable,
  { from, values = [], limit = maxCount }: { from: string; values?: unknown[]; limit?: number },
): Promise<BoundedCount> {
  const { count } = await queryRow<{ count: number }>(
    database,
    `SELECT count(*) AS count FROM (SELECT FROM ${from} LIMIT ${limit}) counted`,
    values,
  );
  return { value: count, relation: count < limit ? 'eq' : 'gte' };
}

/** Tables whose rows PostgreSQL can estimate without reading them. */
export type EstimatedTable = 'company' | 'company_record' | 'person_record' | 'employment' | 'suppression';

/** About how many rows a table has, partitions included; undefined: the rows of a partition were never analyzed. */
export async function estimateRows(database: Queryable, table: EstimatedTable): Promise<number | undefined> {
  const { rows } = await queryRow<{ rows: number | null }>(
    database,
    `SELECT CASE WHEN bool_and(c.reltuples = 0 OR EXISTS (
         SELECT FROM pg_stats s WHERE s.schemaname = c.relnamespace::regnamespace::text AND s.tablename = c.relname))
       THEN sum(c.reltuples)::bigint END AS rows
     FROM pg_class c WHERE c.relkind = 'r'
       AND (c.oid = $1::text::regclass OR c.oid IN (SELECT relid FROM pg_partition_tree($1::text::regclass)))`,
    [table],
  );
  return rows ?? undefined;
}

interface Plan {
  'Plan Rows': number;
}

/** About how many rows a statement would return: what the planner expects, from the statistics of its tables. */
export async function estimateResult(database: Queryable, select: string): Promise<number> {
  const row = await queryRow<{ 'QUERY PLAN': [{ Plan: Plan }] }>(database, `EXPLAIN (FORMAT JSON) ${select}`);
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}
