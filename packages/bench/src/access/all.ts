import type { TestedPromise } from '../../../testing/src/processes/promise.ts';
import { metering } from './metering.ts';
import { meteringBatches } from './metering-batches.ts';
import { postgresDown } from './postgres-down.ts';
import { quota } from './quota.ts';
import { quotaBatches } from './quota-batches.ts';
import { rateLimit } from './rate-limit.ts';
import { redisKilled, redisSilent } from './redis-down.ts';
import { revocation, revocationUnnotified } from './revocation.ts';

export const accessPromises: readonly TestedPromise[] = [
  metering,
  meteringBatches,
  quota,
  quotaBatches,
  revocation,
  revocationUnnotified,
  rateLimit,
  redisKilled,
  redisSilent,
  postgresDown,
];
