import { expect, test } from 'vitest';
import { backoffMs, quickEndsAfter } from './worker-pool.ts';

function delaysAfter(livesMs: readonly number[]): number[] {
  let quickEnds = 0;
  return livesMs.map((livedMs) => {
    quickEnds = quickEndsAfter(quickEnds, livedMs);
    return backoffMs(quickEnds);
  });
}

test('the delay doubles with each short-lived worker, up to 30 seconds', () => {
  expect(delaysAfter(Array(10).fill(900))).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('a worker that ran for a minute resets the delay', () => {
  expect(delaysAfter([900, 900, 900, 70_000, 900])).toEqual([250, 500, 1000, 250, 250]);
});
