import type { AccountUsage } from '@orgdex/contract';
import type { Queryable } from '../pool.ts';

/** Both days are included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** The counted usage by account, day and operation, oldest first. */
export async function readUsage(
  database: Queryable,
  { account, from, to }: Span & { account?: string | undefined },
): Promise<AccountUsage[]> {
  const { rows } = await database.query<AccountUsage>(
    `SELECT a.name AS account, u.day, u.operation, u.count FROM usage_day u JOIN account a ON a.id = u.account_id
     WHERE u.day BETWEEN $1 AND $2 AND ($3::text IS NULL OR a.name = $3) ORDER BY a.name, u.day, u.operation`,
    [from, to, account ?? null],
  );
  return rows;
}

/** The credits that an account has used in the month that starts on this day. */
export async function readUsed(database: Queryable, accountId: number, month: string): Promise<number> {
  const { rows } = await database.query<{ used: number }>(
    'SELECT used FROM usage_month WHERE account_id = $1 AND month = $2',
    [accountId, month],
  );
  return rows[0]?.used ?? 0;
}
