import type { Account, Plan } from '@orgdex/contract';
import { type Queryable, queryRow } from '../pool.ts';

export interface StoredAccount extends Account {
  readonly id: number;
}

interface Row extends Omit<StoredAccount, 'created_at'> {
  readonly created_at: Date;
}

const accountColumns = `id, name, plan, suspended, created_at,
  (SELECT coalesce(sum(used), 0)::bigint FROM usage_month m
   WHERE m.account_id = account.id AND m.month = date_trunc('month', now() AT TIME ZONE 'UTC')) AS credits_used`;
const toAccount = (row: Row): StoredAccount => ({ ...row, created_at: row.created_at.toISOString() });

export async function readAccounts(database: Queryable): Promise<StoredAccount[]> {
  const { rows } = await database.query<Row>(`SELECT ${accountColumns} FROM account ORDER BY name`);
  return rows.map(toAccount);
}

export async function readAccount(database: Queryable, name: string): Promise<StoredAccount | undefined> {
  const { rows } = await database.query<Row>(`SELECT ${accountColumns} FROM account WHERE name = $1`, [name]);
  return rows[0] && toAccount(rows[0]);
}

export async function saveAccount(
  database: Queryable,
  { name, plan, suspended }: Pick<Account, 'name' | 'plan' | 'suspended'>,
): Promise<StoredAccount> {
  const row = await queryRow<Row>(
    database,
    `INSERT INTO account (name, plan, suspended) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET plan = excluded.plan, suspended = excluded.suspended RETURNING ${accountColumns}`,
    [name, plan, suspended],
  );
  return toAccount(row);
}

// biome-ignore format: a list of names
const planColumns = [
  'name', 'rate', 'burst', 'requests_per_day', 'monthly_credits', 'countries', 'scopes', 'companies_per_day',
  'people_per_day',
] as const;

export async function readPlans(database: Queryable): Promise<Plan[]> {
  const { rows } = await database.query<Plan>(`SELECT ${planColumns.join(', ')} FROM plan ORDER BY name`);
  return rows;
}

export async function readPlan(database: Queryable, name: string): Promise<Plan | undefined> {
  const { rows } = await database.query<Plan>(`SELECT ${planColumns.join(', ')} FROM plan WHERE name = $1`, [name]);
  return rows[0];
}

export async function savePlan(database: Queryable, plan: Plan): Promise<void> {
  await database.query(
    `INSERT INTO plan (${planColumns.join(', ')}) VALUES (${planColumns.map((_, at) => `$${at + 1}`).join(', ')})
     ON CONFLICT (name) DO UPDATE SET ${planColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    planColumns.map((name) => plan[name]),
  );
}
