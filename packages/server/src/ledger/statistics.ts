import type { Queryable } from './pool.ts';

/** Takes new samples for the planner, which contain no deleted values. */
export const analyzePeople = (ledger: Queryable) => ledger.query('SELECT analyze_people()');

const records = {
  companies: { table: 'company_record', analyze: 'analyze_companies' },
  people: { table: 'person_record', analyze: 'analyze_people' },
} as const;

/**
 * Gives the planner statistics of tables that had none. Without them it expects very few different keys, and compares each row
 * of a batch with the whole table. Once is enough: PostgreSQL follows their growth.
 */
export async function analyzeOnce(ledger: Queryable, kind: keyof typeof records): Promise<void> {
  const { table, analyze } = records[kind];
  const { rows } = await ledger.query<{ analyzed: boolean }>(
    'SELECT EXISTS (SELECT FROM pg_stats WHERE schemaname = current_schema() AND tablename = $1) AS analyzed',
    [table],
  );
  if (!rows[0]?.analyzed) await ledger.query(`SELECT ${analyze}()`);
}
