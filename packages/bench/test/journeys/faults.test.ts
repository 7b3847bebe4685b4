import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, openFleet } from '../../../server/test/support/processes/fleet.ts';
import { type OwnEngines, startOwnEngines } from '../../../server/test/support/stores/own-engines.ts';
import { installed } from '../../src/faults/fault.ts';
import { shardMissing } from '../../src/faults/shard-missing.ts';

/** The fault whose verdict does not depend on the speed of the machine; `npm run measure:faults` runs all of them. */
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

test(`${shardMissing.name}: ${shardMissing.says}`, async () => {
  const stage = { fleet, engines, build: undefined, perSecond: undefined, clientLog: undefined };
  const { broken, measured } = await shardMissing.try(stage, 'small');
  expect(broken.join('\n'), measured).toBe('');
});
