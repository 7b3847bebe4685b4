import type { KeyMode, Plan, Scope, SupportedCountry } from '@orgdex/contract';
import type { Caller } from './caller.ts';

/** A key with its account and its plan, as stored in the database. */
export interface CallerRow {
  readonly id: string;
  readonly account_id: number;
  readonly account: string;
  readonly mode: KeyMode;
  readonly scopes: Scope[];
  readonly countries: SupportedCountry[] | null;
  readonly addresses: string[] | null;
  readonly expires_at: Date | null;
  readonly records_people: boolean;
  readonly plan: Plan;
}

/** The values that both lists allow; null allows all. */
function both<T extends string>(one: readonly T[] | null, other: readonly string[] | null): readonly T[] | null {
  if (!one) return other as readonly T[] | null;
  return other ? one.filter((value) => other.includes(value)) : one;
}

/** `admin` is the operator's own scope, so plans do not restrict it. */
const scopesOf = ({ scopes, plan }: CallerRow): Scope[] =>
  scopes.filter((scope) => scope === 'admin' || plan.scopes.includes(scope));

/** Builds the caller, with what the key and its plan both allow. */
export function toCaller(row: CallerRow): Caller {
  const { plan } = row;
  return {
    key: row.id,
    account: row.account,
    accountId: row.account_id,
    mode: row.mode,
    scopes: scopesOf(row),
    countries: both(row.countries, plan.countries),
    addresses: row.addresses,
    expiresAt: row.expires_at,
    recordsPeople: row.records_people,
    agreed: {
      plan: plan.name,
      rate: plan.rate,
      burst: plan.burst,
      requestsPerDay: plan.requests_per_day,
      monthlyCredits: plan.monthly_credits,
      companiesPerDay: plan.companies_per_day,
      peoplePerDay: plan.people_per_day,
    },
  };
}
