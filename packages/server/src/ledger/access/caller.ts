import type { KeyMode, Scope, SupportedCountry } from '@orgdex/contract';

/** What was agreed with an account, as far as a request is held to it. Null: no such limit. */
export interface PlanTerms {
  readonly plan: string;
  readonly rate: number;
  readonly burst: number;
  readonly requestsPerDay: number | null;
  readonly monthlyCredits: number | null;
  readonly companiesPerDay: number | null;
  readonly peoplePerDay: number | null;
}

/** Who asks, and what they may. */
export interface Caller {
  /** The id of the key, never the key. */
  readonly key: string;
  readonly account: string;
  readonly accountId: number;
  readonly mode: KeyMode;
  /** What both the key and the plan allow. */
  readonly scopes: readonly Scope[];
  /** Null: all. */
  readonly countries: readonly SupportedCountry[] | null;
  /** Addresses and networks; null: any. */
  readonly addresses: readonly string[] | null;
  readonly expiresAt: Date | null;
  readonly agreed: PlanTerms;
}
