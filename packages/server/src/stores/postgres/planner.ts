import type { QueryConfig } from 'pg';
import { type Client, type Queryable, queryRow } from './pool.ts';

/** Settings of PostgreSQL that change how it plans or runs a statement. */
type PlannerSettings = Readonly<
  Partial<Record<'enable_hashjoin' | 'enable_mergejoin' | 'enable_material' | 'enable_bitmapscan' | 'work_mem', string>>
>;

/** Changes settings until the end of the transaction, and returns what they were before. */
async function change(client: Client, settings: PlannerSettings): Promise<PlannerSettings> {
  const names = Object.keys(settings);
  const row = await queryRow<Record<string, string>>(
    client,
    `WITH before AS MATERIALIZED (SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')})
     SELECT before.*, ${names.map((name, at) => `set_config('${name}', $${at + 1}, true) AS set_${at}`).join(', ')} FROM before`,
    Object.values(settings),
  );
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

/**
 * Runs `work` with other planner settings, and restores what they were before, so that calls can be nested. Must be called
 * inside a transaction.
 */
export async function withPlanner<T>(client: Client, settings: PlannerSettings, work: () => Promise<T>): Promise<T> {
  const before = await change(client, settings);
  try {
    const result = await work();
    await change(client, before);
    return result;
  } catch (error) {
    // If a statement failed, the transaction does too, and takes the settings with it.
    await change(client, before).catch(() => {});
    throw error;
  }
}

const onlyLookups = { enable_hashjoin: 'off', enable_mergejoin: 'off', enable_material: 'off' };

/**
 * For statements that look up the rows of one batch in a large table. The planner does not know that each row needs
 * only one partition, and would read the whole table for every batch. If the table was never analyzed, as in a first
 * import, it would even keep the table in memory and compare each of its rows with each row of the batch. Must be called
 * inside a transaction.
 */
export const withNestedLoops = <T>(client: Client, work: () => Promise<T>): Promise<T> =>
  withPlanner(client, onlyLookups, work);

/** A batch table as a subquery without an index, so that the planner starts from it and never scans the large table. */
export const optimizerFence = (batchTable: string): string => `(SELECT * FROM ${batchTable} OFFSET 0)`;

/** Of large tables, longer than a server waits for a query. */
const analyzeTimeoutMs = 600_000;

const analyze = (database: Queryable, analyzing: string) =>
  database.query({ text: `SELECT ${analyzing}()`, query_timeout: analyzeTimeoutMs } as QueryConfig);

/** Takes new samples for the planner, which contain no deleted values. */
export const analyzePeople = (database: Queryable) => analyze(database, 'analyze_people');

const records = {
  companies: { table: 'company_record', analyzing: 'analyze_companies' },
  people: { table: 'person_record', analyzing: 'analyze_people' },
} as const;

/**
 * Gives the planner statistics of tables that had none. Without them it expects very few different keys, and compares each row
 * of a batch with the whole table. Once is enough: PostgreSQL follows their growth.
 */
export async function analyzeOnce(database: Queryable, kind: keyof typeof records): Promise<void> {
  const { table, analyzing } = records[kind];
  const { analyzed } = await queryRow<{ analyzed: boolean }>(
    database,
    'SELECT EXISTS (SELECT FROM pg_stats WHERE schemaname = current_schema() AND tablename = $1) AS analyzed',
    [table],
  );
  if (!analyzed) await analyze(database, analyzing);
}
