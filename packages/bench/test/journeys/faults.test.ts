import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, openFleet } from '../../../testing/src/processes/fleet.ts';
import { type OwnStores, startOwnStores } from '../../../testing/src/stores/own-stores.ts';
import { installed } from '../../src/faults/fault.ts';
import { redisFailover } from '../../src/faults/redis-failover.ts';
import { shardMissing } from '../../src/faults/shard-missing.ts';

/** Faults whose verdict depends little on the speed of the machine; `npm run measure:faults` runs all of them. */
let stores: OwnStores;
let fleet: Fleet;

beforeAll(async () => {
  stores = await startOwnStores();
  fleet = await openFleet(stores, installed);
});

afterAll(async () => {
  await fleet?.close();
  await stores?.stop();
});

test.each([shardMissing, redisFailover])('$name: $says', async (fault) => {
  const stage = { fleet, stores, build: undefined, perSecond: undefined, clientLog: undefined };
  const { broken, measured } = await fault.try(stage, 'small');
  expect(broken.join('\n'), measured).toBe('');
});
