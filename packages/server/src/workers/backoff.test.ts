import { expect, test } from 'vitest';
import { backoffMs, quickEndsAfter } from './backoff.ts';

function restsAfter(livesMs: readonly number[]): number[] {
  let quickEnds = 0;
  return livesMs.map((livedMs) => {
    quickEnds = quickEndsAfter(quickEnds, livedMs);
    return backoffMs(quickEnds);
  });
}

test('who dies again and again is waited for longer and longer, up to half a minute', () => {
  expect(restsAfter(Array(10).fill(900))).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('one that lived for a while is replaced soon, and makes up for those before it', () => {
  expect(restsAfter([900, 900, 900, 70_000, 900])).toEqual([250, 500, 1000, 250, 250]);
});
