import { expect, test } from 'vitest';
import { maxRejected } from './safety-checks.ts';

test.each([
  [20, 1],
  [500, 25],
  [1000, 50],
  [2000, 50],
  [5000, 50],
  [5100, 51],
  [1_000_000, 10_000],
])('of %i rows, %i may be rejected: 5 % or 50 rows in a small file, 1 % in a large one', (rows, rejected) => {
  const isAllowed = (count: number) => count / rows <= maxRejected(rows);
  expect([isAllowed(rejected), isAllowed(rejected + 1)]).toEqual([true, false]);
});
