import type { Caller } from '../../src/access/caller.ts';
import type { Visit } from '../../src/access/visit.ts';

/** Somebody who may do everything, as often as they like. */
export const anybody: Caller = {
  key: 'key_1',
  account: 'acme',
  accountId: 1,
  mode: 'live',
  scopes: ['company:read', 'people:search', 'admin'],
  countries: null,
  addresses: null,
  expiresAt: null,
  agreed: {
    plan: 'standard',
    rate: 50,
    burst: 100,
    requestsPerDay: null,
    monthlyCredits: null,
    companiesPerDay: null,
    peoplePerDay: null,
  },
};

/** For what HTTP does around a handler: the request is let on, and nothing is counted. */
export const openVisit = async (): Promise<Visit> => ({
  caller: anybody,
  limit: async () => ({}),
  authorise: () => {},
  begin: async () => {},
  count: async () => {},
  remaining: undefined,
  end: () => {},
});
