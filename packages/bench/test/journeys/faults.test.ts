import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breakBuild } from '../../../server/test/support/processes/broken-build.ts';
import { type Fleet, openFleet } from '../../../server/test/support/processes/fleet.ts';
import { type OwnEngines, startOwnEngines } from '../../../server/test/support/stores/own-engines.ts';
import { faults } from '../../src/faults/all.ts';
import { type FaultStage, installed } from '../../src/faults/fault.ts';

/** Small in CI, with stores of its own; `npm run measure:faults` runs the full size. */
let engines: OwnEngines;
let fleet: Fleet;
const stage = (build?: string): FaultStage => ({ fleet, engines, build, perSecond: undefined, clientLog: undefined });

beforeAll(async () => {
  engines = await startOwnEngines();
  fleet = await openFleet(engines, installed);
});

afterAll(async () => {
  await fleet?.close();
  await engines?.stop();
});

test.each(faults)('$name: $says', async (fault) => {
  const { broken, measured } = await fault.try(stage(), 'small');
  expect(broken.join('\n'), measured).toBe('');
});

/** The cheapest violations; `npm run measure:faults -- broken` tries all. */
describe.each(faults.filter(({ name }) => name === 'rolling-restart' || name === 'redis-restarted'))(
  'a violation of $name is detected',
  ({ breakages, try: tryFault }) => {
    test.each(breakages)('if $what', async ({ changes, seen }) => {
      const build = breakBuild(changes);
      try {
        const { broken, measured } = await tryFault(stage(build.program), 'tiny');
        expect(broken.join('\n'), measured).toMatch(seen);
      } finally {
        await fleet.stop();
        build.remove();
      }
    });
  },
);
