import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, openFleet } from '../../../testing/src/processes/fleet.ts';
import { accessScenarios } from '../../src/access/all.ts';

// Small, on the running stores: connections are cut. `npm run bench -- access` kills stores of its own.
let fleet: Fleet;

beforeAll(async () => {
  fleet = await openFleet();
});

afterAll(() => fleet?.close());

test.each(accessScenarios)('$name: $title', async ({ run }) => {
  const { violations, measured } = await run({ fleet }, 'small');
  expect(violations.join('\n'), measured).toBe('');
});
