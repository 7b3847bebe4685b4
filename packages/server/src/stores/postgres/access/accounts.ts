import type { Account, Plan } from '@orgdex/contract';
import type { Queryable } from '../pool.ts';

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
  const { rows } = await database.query<Row>(
    `INSERT INTO account (name, plan, suspended) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET plan = excluded.plan, suspended = excluded.suspended RETURNING ${accountColumns}`,
    [name, plan, suspended],
  );
  return toAccount(rows[0] as Row);
}

const planColumns = `name, rate, burst, requests_per_day, monthly_credits, countries, scopes, companies_per_day, people_per_day`;

export async function readPlans(database: Queryable): Promise<Plan[]> {
  const { rows } = await database.query<Plan>(`SELECT ${planColumns} FROM plan ORDER BY name`);
  return rows;
}

export async function readPlan(database: Queryable, name: string): Promise<Plan | undefined> {
  const { rows } = await database.query<Plan>(`SELECT ${planColumns} FROM plan WHERE name = $1`, [name]);
  return rows[0];
}

export async function savePlan(database: Queryable, plan: Plan): Promise<void> {
  await database.query(
    `INSERT INTO plan (${planColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (name) DO UPDATE SET rate = excluded.rate, burst = excluded.burst,
       requests_per_day = excluded.requests_per_day, monthly_credits = excluded.monthly_credits,
       countries = excluded.countries, scopes = excluded.scopes,
       companies_per_day = excluded.companies_per_day, people_per_day = excluded.people_per_day`,
    [
      plan.name,
      plan.rate,
      plan.burst,
      plan.requests_per_day,
      plan.monthly_credits,
      plan.countries,
      plan.scopes,
      plan.companies_per_day,
      plan.people_per_day,
    ],
  );
}
