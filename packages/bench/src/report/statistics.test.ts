import { expect, test } from 'vitest';
import { median, quantile, slopeOf } from './statistics.ts';

test('the median of an even number of values lies between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
});

test('all quantiles of one value are that value; without values there is none', () => {
  expect(quantile([7], 0.99)).toBe(7);
  expect(median([])).toBeNaN();
});

test('the slope is that of the best line', () => {
  const points = (...values: number[]) => values.map((value, at) => [at, value] as const);
  expect(slopeOf(points(1, 3, 5))).toBe(2);
  expect(slopeOf(points(1, 0, 1, 0))).toBeCloseTo(-0.2);
});
