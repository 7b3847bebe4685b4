import type { Plan } from '@orgdex/contract';
import type { Queryable } from '../pool.ts';

const columns = `name, rate, burst, requests_per_day, monthly_credits, countries, scopes, companies_per_day, people_per_day`;

export async function readPlans(database: Queryable): Promise<Plan[]> {
  const { rows } = await database.query<Plan>(`SELECT ${columns} FROM plan ORDER BY name`);
  return rows;
}

export async function readPlan(database: Queryable, name: string): Promise<Plan | undefined> {
  const { rows } = await database.query<Plan>(`SELECT ${columns} FROM plan WHERE name = $1`, [name]);
  return rows[0];
}

export async function savePlan(database: Queryable, plan: Plan): Promise<void> {
  await database.query(
    `INSERT INTO plan (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (name) DO UPDATE SET rate = excluded.rate, burst = excluded.burst,
       requests_per_day = excluded.requests_per_day, monthly_credits = excluded.monthly_credits,
       countries = excluded.countries, scopes = excluded.scopes,
       companies_per_day = excluded.companies_per_day, people_per_day = excluded.people_per_day`,
    [
      plan.name, plan.rate, plan.burst, plan.requests_per_day, plan.monthly_credits, plan.countries, plan.scopes,
      plan.companies_per_day, plan.people_per_day,
    ],
  );
}
