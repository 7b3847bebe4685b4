import { expect, test } from 'vitest';
import { percentOf } from './coverage.ts';

test.each([
  [0, 7, '0 %'],
  [7, 7, '100 %'],
  [1, 3, '33 %'],
  [1, 1_000_000, '<1 %'],
  [999_999, 1_000_000, '>99 %'],
  [1, 100, '1 %'],
  [99, 100, '99 %'],
])('%i of %i is %s: nothing is rounded to 0 % or 100 %', (part, whole, words) => {
  expect(percentOf(part, whole)).toBe(words);
});
