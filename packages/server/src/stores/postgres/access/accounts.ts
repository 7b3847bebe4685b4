import type { Account } from '@orgdex/contract';
import { type Queryable, queryRow } from '../pool.ts';

export interface StoredAccount extends Account {
  readonly id: number;
}

interface Row extends Omit<StoredAccount, 'created_at'> {
  readonly created_at: Date;
}

const columns = `id, name, plan, suspended, created_at,
  (SELECT coalesce(sum(used), 0)::bigint FROM usage_month m
   WHERE m.account_id = account.id AND m.month = date_trunc('month', now() AT TIME ZONE 'UTC')) AS credits_used`;
const toAccount = (row: Row): StoredAccount => ({ ...row, created_at: row.created_at.toISOString() });

export async function readAccounts(database: Queryable): Promise<StoredAccount[]> {
  const { rows } = await database.query<Row>(`SELECT ${columns} FROM account ORDER BY name`);
  return rows.map(toAccount);
}

export async function readAccount(database: Queryable, name: string): Promise<StoredAccount | undefined> {
  const { rows } = await database.query<Row>(`SELECT ${columns} FROM account WHERE name = $1`, [name]);
  return rows[0] && toAccount(rows[0]);
}

export async function saveAccount(
  database: Queryable,
  { name, plan, suspended }: Pick<Account, 'name' | 'plan' | 'suspended'>,
): Promise<StoredAccount> {
  const row = await queryRow<Row>(
    database,
    `INSERT INTO account (name, plan, suspended) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET plan = excluded.plan, suspended = excluded.suspended RETURNING ${columns}`,
    [name, plan, suspended],
  );
  return toAccount(row);
}
