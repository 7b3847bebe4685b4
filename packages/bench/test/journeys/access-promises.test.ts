import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breakBuild } from '../../../server/test/support/processes/broken-build.ts';
import { type Fleet, openFleet } from '../../../server/test/support/processes/fleet.ts';
import { accessPromises } from '../../src/access/all.ts';

/** Small in CI, on the engines that run; `npm run measure:access` does it at its full size, on engines that are killed. */
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

describe.each(accessPromises)('$name would be noticed', ({ breakages, try: put }) => {
  test.each(breakages)('where $what', async ({ changes, seen }) => {
    const build = breakBuild(changes);
    try {
      const { broken, measured } = await put({ fleet, build: build.program }, 'tiny');
      expect(broken.join('\n'), measured).toMatch(seen);
    } finally {
      await fleet.stop();
      build.remove();
    }
  });
});
