import { expect, test } from 'vitest';
import { checkParts, describeRegression, lowestAllowed, regressionsIn, toBaselines } from './check.ts';

const runs = [
  { a: 0.5, b: 3 },
  { a: 0.52, b: 2.1 },
  { a: 0.48, b: 3.2 },
];

test('all recorded runs pass', () => {
  const baselines = toBaselines(runs);
  expect(baselines).toEqual({ a: { ratio: 0.5, margin: 0.25 }, b: { ratio: 3, margin: 0.35 } });
  for (const run of runs) expect(regressionsIn(baselines, run)).toEqual([]);
});

test('a ratio below its margin is a regression, and so is one that is no longer measured', () => {
  const baselines = toBaselines(runs);
  expect(regressionsIn(baselines, { a: 0.37, b: 3 })).toEqual(['a']);
  expect(regressionsIn(baselines, { a: lowestAllowed({ ratio: 0.5, margin: 0.25 }) })).toEqual(['b']);
  expect(regressionsIn(baselines, { a: Number.NaN, b: 3 })).toEqual(['a']);
});

test('the message names the ratio, the measured and recorded values, and the margin', () => {
  const text = describeRegression('lookup-id, Zipf keys, full service', { ratio: 0.8, margin: 0.15 }, 0.6);
  expect(text).toBe(
    'lookup-id, Zipf keys, full service: 0.60 of the engine alone, 25 % below the recorded 0.80; 15 % is allowed.',
  );
});

test('the check contains these cases', () => {
  expect(checkParts.map(({ order }) => order.cases.map(({ name }) => name))).toEqual([
    ['lookup-id', 'people-position-1-10'],
    ['lookup-id'],
  ]);
});
