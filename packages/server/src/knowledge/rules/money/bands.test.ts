import { revenueBands, sizeBands } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { revenueBandOf, sizeBandOf } from './bands.ts';

test.each([
  [0, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  [1, '1-10'],
  [10, '1-10'],
  [11, '11-50'],
  [500, '201-500'],
  [500.5, '201-500'],
  [10_000, '5001-10000'],
  [10_001, '10001+'],
  [2_000_000, '10001+'],
])('%d employees: %s', (employees, band) => {
  expect(sizeBandOf(employees)).toBe(band);
});

test.each([
  [-1, undefined],
  [Number.NaN, undefined],
  [0, '$0-$1M'],
  [999_999.99, '$0-$1M'],
  [1e6, '$1M-$10M'],
  [1e9, '$1B-$10B'],
  [999_999_999, '$500M-$1B'],
  [1e10, '$10B+'],
])('%d dollars: %s', (usd, band) => {
  expect(revenueBandOf(usd)).toBe(band);
});

test('every band of the contract can be reached', () => {
  const powers = Array.from({ length: 2_000 }, (_, i) => 1.02 ** i);
  expect(new Set(powers.map(sizeBandOf))).toEqual(new Set(sizeBands));
  expect(new Set(powers.map(revenueBandOf))).toEqual(new Set(revenueBands));
});
