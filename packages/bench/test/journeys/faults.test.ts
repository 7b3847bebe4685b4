import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, openFleet } from '../../../testing/src/processes/fleet.ts';
import { type OwnStores, startOwnStores } from '../../../testing/src/stores/own-stores.ts';
import { generationSwitch } from '../../src/faults/generation-switch.ts';
import { shardMissing } from '../../src/faults/shard-missing.ts';
import { installed } from '../../src/scenarios/under-load.ts';
import { soak } from '../../src/soak/soak.ts';

// Two of the faults, and hours of changes in half a minute. `npm run bench -- faults` runs all of them.
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

test.each([shardMissing, generationSwitch, soak])('$name: $title', async ({ run }) => {
  const { violations, measured } = await run({ fleet, stores }, 'small');
  expect(violations.join('\n'), measured).toBe('');
});
