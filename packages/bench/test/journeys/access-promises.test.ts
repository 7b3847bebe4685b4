import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breakBuild } from '../../../testing/src/processes/broken-build.ts';
import { type Fleet, openFleet } from '../../../testing/src/processes/fleet.ts';
import { accessPromises } from '../../src/access/all.ts';

/** Small in CI, on the running stores; `npm run measure:access` runs the full size and kills its own stores. */
let fleet: Fleet;

beforeAll(async () => {
  fleet = await openFleet();
});

afterAll(() => fleet?.close());

describe.each(accessPromises)('$name', (promise) => {
  test(promise.says, async () => {
    const { broken, measured } = await promise.try({ fleet, build: undefined }, 'small');
    expect(broken.join('\n'), measured).toBe('');
  });
});

/** Some violations need requests at the same moment, which a busy machine may not send in every trial. */
const maxTrials = 3;

/** So many violations of each promise are tried: all, or fewer in CI. */
const violations = Number(process.env.ORGDEX_TEST_VIOLATIONS ?? Number.POSITIVE_INFINITY);

describe.each(accessPromises)('a violation of $name is detected', ({ breakages, try: tryPromise }) => {
  test.each(breakages.slice(0, violations))('if $what', async ({ changes, seen }) => {
    const build = breakBuild(changes);
    const found: string[] = [];
    const conditions: string[] = [];
    try {
      for (let trial = 0; trial < maxTrials && !found.some((text) => seen.test(text)); trial += 1) {
        const { broken, measured } = await tryPromise({ fleet, build: build.program }, 'tiny');
        found.push(broken.join('\n'));
        conditions.push(measured);
        await fleet.stop();
      }
      expect(found.join('\n'), conditions.join('\n')).toMatch(seen);
    } finally {
      await fleet.stop();
      build.remove();
    }
  });
});
