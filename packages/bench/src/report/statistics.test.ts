import { expect, test } from 'vitest';
import { median, quantile, slopeOf, spreadOf } from './statistics.ts';

test('the median of an even number of values lies between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
});

test('quartiles enclose the middle half', () => {
  expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ low: 2, middle: 3, high: 4 });
});

test('all quantiles of one value are that value; without values there is none', () => {
  expect(quantile([7], 0.99)).toBe(7);
  expect(median([])).toBeNaN();
});

test('the slope is that of the best line', () => {
  expect(
    slopeOf([
      [0, 1],
      [1, 3],
      [2, 5],
    ]),
  ).toBe(2);
  expect(
    slopeOf([
      [0, 1],
      [1, 0],
      [2, 1],
      [3, 0],
    ]),
  ).toBeCloseTo(-0.2);
});
