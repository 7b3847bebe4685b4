import type { KeyMode, Scope, SupportedCountry } from '@orgdex/contract';

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
