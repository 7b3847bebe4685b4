import type { AccessPromise } from '../../../server/test/support/processes/promise.ts';
import { metering } from './metering.ts';
import { postgresLost } from './postgres-lost.ts';
import { quota } from './quota.ts';
import { rateLimit } from './rate-limit.ts';
import { redisKilled, redisSwallowed } from './redis-lost.ts';
import { revocation, revocationUntold } from './revocation.ts';

export const accessPromises: readonly AccessPromise[] = [
  metering,
  quota,
  revocation,
  revocationUntold,
  rateLimit,
  redisKilled,
  redisSwallowed,
  postgresLost,
];
