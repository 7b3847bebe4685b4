import { expect, test } from 'vitest';
import { decadesAround, decadesIn, linear, logarithmic, ticksTo } from './scale.ts';

test('a logarithmic scale gives each power of ten the same space', () => {
  const toX = logarithmic([1, 1000], [0, 300]);
  expect([1, 10, 100, 1000].map((value) => Math.round(toX(value)))).toEqual([0, 100, 200, 300]);
});

test('a linear scale can be inverted', () => {
  const toY = linear([0, 4], [200, 100]);
  expect([0, 1, 4].map(toY)).toEqual([200, 175, 100]);
});

test('decades enclose all values and span at least one decade', () => {
  expect(decadesAround([10_000, 10_000_000])).toEqual([10_000, 10_000_000]);
  expect(decadesAround([0.4, 30])).toEqual([0.1, 100]);
  expect(decadesAround([5])).toEqual([1, 10]);
  expect(decadesIn([0.1, 100])).toEqual([0.1, 1, 10, 100]);
});

test('ticks are round numbers that reach the highest value', () => {
  expect(ticksTo(3)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3]);
  expect(ticksTo(0.93).at(-1)).toBe(1);
});
