import type { AuthorizedRequest } from '../../../server/src/api/access/authorized-request.ts';
import { testCaller } from './caller.ts';

/** For tests of what HTTP does around a handler: the request is authorized, and nothing is metered. */
export const authorizeTestRequest = async (): Promise<AuthorizedRequest> => ({
  caller: testCaller({ key: 'key_1' }),
  limit: async () => ({}),
  checkAccess: () => {},
  begin: async () => ({}),
  count: async () => {},
  remaining: undefined,
  end: () => {},
});
