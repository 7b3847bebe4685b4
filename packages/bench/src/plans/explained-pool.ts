import { type Pool, queryRow } from '../../../server/src/stores/postgres/pool.ts';
import { interceptQueries } from '../../../testing/src/stores/intercept-queries.ts';
import { type LargeTable, type PlanNode, scannedTables } from './plan-faults.ts';

/** A statement of the code, with what its plans do. */
export interface ExplainedStatement {
  /** Without the numbers of stage tables and with single spaces. */
  text: string;
  explained: number;
  /** The highest cost that the planner expects. */
  cost: number;
  /** The large tables that a plan reads as a whole. */
  scanned: Set<string>;
}

/** By operation, then by text. */
export type Explained = Map<string, Map<string, ExplainedStatement>>;

const isPlanned = (text: string): boolean =>
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE UNLOGGED TABLE \S+ AS)\b/.test(text);

const normalized = (text: string): string =>
  text
    .replace(/\bstage\.(\w+?)_\d+\b/g, 'stage.$1_N')
    .replace(/source_id = \d+/g, 'source_id = N')
    .replace(/\s+/g, ' ')
    .trim();

export interface ExplainOptions {
  /** What the planner believes the next page of a table to cost; 1 is PostgreSQL's default. */
  seqPageCost: number;
  /** A table counts as large from this many rows on. */
  largeRows: number;
}

/** The large tables, by the names of their partitions. A partition that is nearly empty is read in no time. */
async function readLargeTables(pool: Pool, largeRows: number): Promise<ReadonlyMap<string, LargeTable>> {
  const { rows } = await pool.query<{ relation: string; name: string; own: number; rows: number }>(
    `SELECT c.relname AS relation, r.relname AS name, c.reltuples AS own, sum(c.reltuples) OVER (PARTITION BY r.oid) AS rows
     FROM pg_class c JOIN pg_class r ON r.oid = coalesce(pg_partition_root(c.oid), c.oid)
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  );
  const large = rows.filter((row) => row.rows >= largeRows && row.own > row.rows / 100);
  return new Map(large.map(({ relation, name, own }) => [relation, { name, rows: own }]));
}

/** The bytes of a table with its partitions. */
const tableSize = `SELECT sum(pg_relation_size(relid))::float8 AS bytes FROM pg_partition_tree($1::regclass)`;

/** How often the same statement is explained in one operation: its values and the statistics may differ. */
const explainedTimes = 20;

/**
 * Explains each statement of a pool just before it runs: with its real values, in its transaction, with the temporary
 * tables and settings that it finds there. A new or changed statement is explained without any further change.
 */
export async function explainPool(
  pool: Pool,
  { seqPageCost, largeRows }: ExplainOptions,
): Promise<{ during(operation: string): void; explained: Explained }> {
  const large = await readLargeTables(pool, largeRows);
  const sizes = new Map<string, number>();
  for (const table of new Set([...large.values()].map(({ name }) => name)))
    sizes.set(table, (await queryRow<{ bytes: number }>(pool, tableSize, [table])).bytes);
  const prepared = new WeakSet<object>();
  const explained: Explained = new Map();
  let current: string | undefined;
  interceptQueries(pool, async (query, text, values) => {
    // The first statement of a connection starts its transaction, if there is one.
    if (!prepared.has(query)) await query(`SET seq_page_cost = ${seqPageCost}`);
    prepared.add(query);
    if (current === undefined || !isPlanned(text)) return;
    const statements = explained.get(current) ?? new Map<string, ExplainedStatement>();
    explained.set(current, statements);
    const key = normalized(text);
    const known = statements.get(key) ?? { text: key, explained: 0, cost: 0, scanned: new Set<string>() };
    statements.set(key, known);
    if (known.explained >= explainedTimes) return;
    known.explained += 1;
    const { rows } = await query(`EXPLAIN (VERBOSE, FORMAT JSON) ${text}`, values);
    for (const { Plan: plan } of (rows[0]?.['QUERY PLAN'] ?? []) as { Plan: PlanNode }[]) {
      known.cost = Math.max(known.cost, plan['Total Cost']);
      for (const table of scannedTables(plan, (relation) => large.get(relation))) {
        // A full match run empties its tables first. Until they have grown again, reading them is right.
        const { rows: found } = await query(tableSize, [table]);
        if (Number(found[0]?.bytes) >= (sizes.get(table) ?? 0) / 2) known.scanned.add(table);
      }
    }
  });
  return {
    during(operation) {
      current = operation;
    },
    explained,
  };
}
