import type { Company } from './generated/types.ts';

/** A company profile, and how it was found. */
export interface CompanyLookup {
  readonly company: Company;
  /** The parameter that selected the company. */
  readonly matchedBy: string | null;
  /** Other parameters of the request that identify a different company. */
  readonly conflicts: readonly string[];
  /** How many companies claim the identifier, if more than one. */
  readonly ambiguous: number | null;
  /** The current id, if the requested id was merged into another company. */
  readonly canonicalId: string | null;
  /** The profile is from the cache: it is unchanged, and the request was free. */
  readonly fromCache: boolean;
}

/** A profile in a cache. It can be stored as JSON. */
export interface CachedCompany {
  readonly etag: string;
  readonly lookup: CompanyLookup;
}

/** Where profiles are remembered: a `Map`, or a store of yours. */
export interface CompanyCache {
  get(key: string): CachedCompany | undefined | Promise<CachedCompany | undefined>;
  set(key: string, entry: CachedCompany): unknown;
}
