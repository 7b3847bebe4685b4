import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, openFleet } from '../../../server/test/support/processes/fleet.ts';
import { type OwnEngines, startOwnEngines } from '../../../server/test/support/stores/own-engines.ts';
import { installed } from '../../src/faults/fault.ts';
import { nodeFrozen } from '../../src/faults/node-frozen.ts';
import { nodeKilled } from '../../src/faults/node-killed.ts';
import { redisRestarted } from '../../src/faults/redis-restarted.ts';
import { rollingRestart } from '../../src/faults/rolling-restart.ts';
import { shardMissing } from '../../src/faults/shard-missing.ts';

/** Small in CI, with stores of its own; `npm run measure:faults` runs all faults at the full size, and on broken builds. */
let engines: OwnEngines;
let fleet: Fleet;

beforeAll(async () => {
  engines = await startOwnEngines();
  fleet = await openFleet(engines, installed);
});

afterAll(async () => {
  await fleet?.close();
  await engines?.stop();
});

test.each([nodeKilled, nodeFrozen, shardMissing, rollingRestart, redisRestarted])('$name: $says', async (fault) => {
  const stage = { fleet, engines, build: undefined, perSecond: undefined, clientLog: undefined };
  const { broken, measured } = await fault.try(stage, 'small');
  expect(broken.join('\n'), measured).toBe('');
});
