import { defaultPlan, type Plan, type PlanTerms, planNamePattern, planScopes } from '@orgdex/contract';
import { Failure, invalidField } from '../../core/errors/failure.ts';
import { readPlan, readPlans, savePlan } from '../../stores/postgres/access/accounts.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';
import { type ChangeDeps, change, differenceOf } from './audited-change.ts';

/** The defaults of a plan. */
const planDefaults: Omit<Plan, 'name'> = {
  rate: defaultPlan.rate,
  burst: defaultPlan.burst,
  requests_per_day: null,
  monthly_credits: null,
  countries: null,
  scopes: [...planScopes],
  companies_per_day: null,
  people_per_day: null,
};

export const listPlans = ({ pool }: { pool: Queryable }): Promise<Plan[]> => readPlans(pool);

export const planNotFound = (name: string, param: string): Failure =>
  new Failure('plan_not_found', { param, message: `Plan "${name}" does not exist. Create it first.` });

function parsePlanName(name: string): string {
  if (new RegExp(planNamePattern).test(name)) return name;
  throw invalidField('name', 'must be 1 to 60 lower-case letters, digits and hyphens, and not start with a hyphen.');
}

interface SetPlan {
  readonly name: string;
  readonly terms: PlanTerms;
  /** True: omitted fields keep their values. False: they get their defaults. */
  readonly isPartial?: boolean;
}

/** Creates or updates a plan. Running processes are notified. */
export function setPlan(deps: ChangeDeps, { name: asked, terms, isPartial = false }: SetPlan): Promise<Plan> {
  const name = parsePlanName(asked);
  return change(deps, async ({ client, record, notifyAll }) => {
    const before = await readPlan(client, name);
    const plan: Plan = { ...planDefaults, ...(isPartial ? before : {}), ...terms, name };
    const difference = before ? differenceOf(before, plan) : { to: plan };
    if (!difference) return plan;
    await savePlan(client, plan);
    await record({ action: before ? 'plan.change' : 'plan.make', subject: `plan:${plan.name}`, detail: difference });
    await notifyAll();
    return plan;
  });
}
