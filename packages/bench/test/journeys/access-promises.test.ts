import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breakBuild } from '../../../server/test/support/processes/broken-build.ts';
import { type Fleet, openFleet } from '../../../server/test/support/processes/fleet.ts';
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
    expect(broken, measured).toEqual([]);
  });
});

describe.each(accessPromises)('a violation of $name is detected', ({ breakages, try: tryPromise }) => {
  test.each(breakages)('if $what', async ({ changes, seen }) => {
    const build = breakBuild(changes);
    try {
      const { broken, measured } = await tryPromise({ fleet, build: build.program }, 'tiny');
      expect(broken.join('\n'), measured).toMatch(seen);
    } finally {
      await fleet.stop();
      build.remove();
    }
  });
});
