/** Limits and defaults of the operations, without schemas: a browser can load them alone. */

/** Limits of a company search, shared by the schema, the reference and the search. */
export const searchLimits = {
  /** Room for the ids of a page, or for the snapshot of an index with 16 shards. */
  longestCursor: 4000,
  defaultSize: 25,
  maxSize: 100,
  maxQuery: 200,
  maxValues: 100,
  maxFacets: 8,
  /** Totals are exact up to this number. */
  exactTotal: 10_000,
} as const;

/** The largest body of a request, unless its operation allows a larger one. */
export const maxBodyBytes = 64 * 1024;
/** How much of it the items of a batch may take: the rest is for the other fields. */
export const maxItemBytes = maxBodyBytes - 4 * 1024;

export const matchLimits = {
  maxItems: 100,
  defaultThreshold: 0.9,
  minThreshold: 0.5,
  defaultCandidates: 1,
  maxCandidates: 5,
} as const;

/** Opt-outs that one request records. */
export const optOutLimits = { maxItems: 1000, maxBodyBytes: 1024 * 1024 } as const;

/** The longest reason for lifting an opt-out or erasing a person. */
export const maxReasonLength = 500;

/** Started this many items count as one request toward the rate limit. */
export const itemsPerRequest = 10;

/** An assistant reads the results, so its tools return fewer. */
export const mcpLimits = { maxItems: 25 } as const;

export const suggestLimits = { defaultSize: 8, maxSize: 20, minQuery: 2, maxQuery: 100 } as const;

export const valueLimits = { defaultSize: 20, maxSize: 100, maxQuery: 100 } as const;

export const companyPeopleLimits = {
  maxCompanies: 100,
  defaultPerCompany: 5,
  maxPerCompany: 25,
  maxPositions: 10,
} as const;

/** Page sizes and limits, shared by the schema, the reference and the search. */
export const paging = { defaultFrom: 0, defaultSize: 10, maxSize: 100, maxWindow: 10_000 } as const;
export const maxPositionLength = 200;

/** How many items the lists of the operator return at once. */
export const adminPage = { defaultSize: 25, maxSize: 100 } as const;

/** How many entries of the audit log one request returns. */
export const auditPage = { maxSize: 1000 } as const;

/** Records that one request moves out of a company. */
export const splitLimits = { maxRecords: 200 } as const;

/** The longest range that one request may cover. */
export const maxUsageDays = 366;

/** Characters that need no escaping in a URL. */
export const planNamePattern = '^[a-z0-9][a-z0-9-]{0,59}$';
/** Maximum values of a plan: the rate limiter is exact up to these. */
export const planLimits = { rate: 10_000, burst: 100_000, perDay: 1_000_000_000, credits: 1_000_000_000_000 } as const;

/** The plan of an account for which none is named, and the limits of a plan for which none are given. It has no others. */
export const defaultPlan = { name: 'standard', rate: 50, burst: 100 } as const;

/** How long a rotated key stays valid beside its replacement: the default, and the maximum. */
export const defaultOverlapHours = 24;
export const maxOverlapHours = 7 * 24;

/** A session of the console ends after this time without a request. */
export const sessionIdleHours = 8;

/** How long it is stored which people the responses to a key contained, if the key is set to record them. */
export const receivedPeopleDays = 90;
