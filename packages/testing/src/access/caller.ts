import type { Caller } from '../../../server/src/stores/postgres/access/caller.ts';

/** A caller with the standard plan. */
export const testCaller = (changes: Partial<Caller> = {}): Caller => ({
  key: 'key_000000000000',
  account: 'acme',
  accountId: 1,
  mode: 'live',
  scopes: ['company:read', 'people:search'],
  countries: null,
  addresses: null,
  expiresAt: null,
  recordsPeople: false,
  agreed: {
    plan: 'standard',
    rate: 50,
    burst: 100,
    requestsPerDay: null,
    monthlyCredits: null,
    companiesPerDay: null,
    peoplePerDay: null,
  },
  ...changes,
});
