import { expect, test } from 'vitest';
import { pickUnique, pickZipf, seeded } from './rounds.ts';

test('unique keys: no company repeats before all were requested', () => {
  const pick = pickUnique(50);
  const first = Array.from({ length: 50 }, (_, turn) => pick(turn));
  expect(new Set(first).size).toBe(50);
  expect(pick(50)).toBe(first[0]);
});

test('Zipf keys: company n is requested 1/n as often as the first', () => {
  const pick = pickZipf(1000, seeded(1));
  const counts = new Array<number>(1000).fill(0);
  for (let turn = 0; turn < 400_000; turn += 1) (counts[pick(turn)] as number) += 1;
  const [first = 0] = counts;
  for (const rank of [2, 5, 10, 50]) expect(first / (counts[rank - 1] ?? 0) / rank).toBeCloseTo(1, 0.6);
  expect(counts.at(-1)).toBeGreaterThan(0);
});

test('a dataset of one company works with both kinds of traffic', () => {
  expect(pickZipf(1, seeded(1))(0)).toBe(0);
  expect(pickUnique(1)(7)).toBe(0);
});

test('the same seed gives the same traffic', () => {
  const [one, other] = [seeded(3), seeded(3)];
  const row = Array.from({ length: 100 }, one);
  expect(Array.from({ length: 100 }, other)).toEqual(row);
  expect(new Set(row).size).toBe(100);
});
