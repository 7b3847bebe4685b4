import type { KeyMode, Plan, Scope, SupportedCountry } from '@orgdex/contract';

/** The terms of a plan that a request is checked against. Null: no limit. */
export interface PlanTerms {
  readonly plan: string;
  readonly rate: number;
  readonly burst: number;
  readonly requestsPerDay: number | null;
  readonly monthlyCredits: number | null;
  readonly companiesPerDay: number | null;
  readonly peoplePerDay: number | null;
}

/** The holder of the API key of a request, and what the key may do. */
export interface Caller {
  /** The id of the key, not the key itself. */
  readonly key: string;
  readonly account: string;
  readonly accountId: number;
  readonly mode: KeyMode;
  /** The scopes that both the key and the plan allow. */
  readonly scopes: readonly Scope[];
  /** Null: all countries. */
  readonly countries: readonly SupportedCountry[] | null;
  /** IP addresses and networks; null: any. */
  readonly addresses: readonly string[] | null;
  readonly expiresAt: Date | null;
  /** Whether it is recorded which people responses contain. */
  readonly recordsPeople: boolean;
  readonly agreed: PlanTerms;
  /** Present if the console sent the request, in a session of this key. */
  readonly session?: 'customer' | 'admin';
}

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
