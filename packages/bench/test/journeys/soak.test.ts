import { expect, test } from 'vitest';
import { runSoak } from '../../src/soak/run.ts';

// `npm run soak` runs for two hours and judges growth. Here every kind of change happens once, or twice.
test('no request fails while data, keys, opt-outs and generations change, and nobody who opted out is returned', async () => {
  const result = await runSoak(
    { rounds: 3, roundSeconds: 15, companies: 300, perSecond: 15, sampleSeconds: 3 },
    () => {},
  );
  expect(result.failures.slice(0, 5)).toEqual([]);
  expect(result.forbidden).toBe(0);
  expect(result.requests).toBeGreaterThan(500);
  expect(result.changes).toEqual({ imports: 3, keys: 1, optOuts: 1, rebuilds: 2 });
  expect(result.samples.length).toBeGreaterThan(10);
  for (const sample of result.samples) {
    for (const value of Object.values(sample)) expect(value).toBeGreaterThan(0);
  }
});
