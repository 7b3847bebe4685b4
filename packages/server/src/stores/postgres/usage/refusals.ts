import type { Refusals } from '@orgdex/contract';
import { columnsOf, type Queryable } from '../pool.ts';
import type { Span } from './usage-report.ts';

/** How many requests of an account were rejected with this problem on one day. */
export interface RefusalCount {
  readonly accountId: number;
  readonly day: string;
  readonly code: string;
  readonly count: number;
}

/** Adds to the stored counts. */
export async function saveRefusals(database: Queryable, counts: readonly RefusalCount[]): Promise<void> {
  await database.query(
    `INSERT INTO refusal_day (account_id, day, code, count)
     SELECT * FROM unnest($1::bigint[], $2::date[], $3::text[], $4::bigint[]) c ORDER BY 1, 2, 3
     ON CONFLICT (account_id, day, code) DO UPDATE SET count = refusal_day.count + excluded.count`,
    columnsOf(counts, 'accountId', 'day', 'code', 'count'),
  );
}

/** Rejected requests by account, day and problem, oldest first. */
export async function readRefusals(
  database: Queryable,
  { account, from, to }: Span & { account?: string | undefined },
): Promise<Refusals[]> {
  const { rows } = await database.query<Refusals>(
    `SELECT a.name AS account, r.day, r.code, r.count FROM refusal_day r JOIN account a ON a.id = r.account_id
     WHERE r.day BETWEEN $1 AND $2 AND ($3::text IS NULL OR a.name = $3) ORDER BY a.name, r.day, r.code`,
    [from, to, account ?? null],
  );
  return rows;
}
