import type { QueryConfig } from 'pg';
import { type Queryable, queryRow } from './pool.ts';

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
