import type { Scenario } from '../scenarios/scenario.ts';
import { metering } from './metering.ts';
import { postgresDown } from './postgres-down.ts';
import { quota } from './quota.ts';
import { rateLimit } from './rate-limit.ts';
import { redisKilled, redisSilent } from './redis-down.ts';
import { revocation, revocationUnnotified } from './revocation.ts';

export const accessScenarios: readonly Scenario[] = [
  metering,
  quota,
  rateLimit,
  revocation,
  revocationUnnotified,
  redisKilled,
  redisSilent,
  postgresDown,
];
