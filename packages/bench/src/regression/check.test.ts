import { describe, expect, test } from 'vitest';
import {
  type CheckPart,
  checkParts,
  describeRegression,
  lowestAllowed,
  partsOf,
  regressionsIn,
  toBaselines,
} from './check.ts';
import { findRegressions, maxMeasurements } from './run.ts';

const runs = [
  { a: 0.5, b: 3 },
  { a: 0.52, b: 1.5 },
  { a: 0.48, b: 3.2 },
];

test('all recorded runs pass', () => {
  const baselines = toBaselines(runs);
  expect(baselines).toEqual({ a: { ratio: 0.5, margin: 0.5 }, b: { ratio: 3, margin: 0.55 } });
  for (const run of runs) expect(regressionsIn(baselines, run)).toEqual([]);
});

test('a ratio below its margin is a regression, and so is one that is no longer measured', () => {
  const baselines = toBaselines(runs);
  expect(regressionsIn(baselines, { a: 0.24, b: 3 })).toEqual(['a']);
  expect(regressionsIn(baselines, { a: lowestAllowed({ ratio: 0.5, margin: 0.5 }) })).toEqual(['b']);
  expect(regressionsIn(baselines, { a: Number.NaN, b: 3 })).toEqual(['a']);
});

test('the message names the ratio, the measured and recorded values, and the margin', () => {
  const text = describeRegression('lookup-id, Zipf keys, full service', { ratio: 0.8, margin: 0.15 }, 0.6);
  expect(text).toBe(
    'lookup-id, Zipf keys, full service: 0.60 of OpenSearch alone, 25 % below the recorded 0.80; 15 % is allowed.',
  );
});

test('the check contains these cases', () => {
  expect(checkParts.map(({ order }) => order.cases.map(({ name }) => name))).toEqual([
    ['lookup-id', 'people-position-1-10'],
    ['lookup-id'],
  ]);
});

describe('a ratio that is too low', () => {
  const [zipf, unique] = ['lookup-id, Zipf keys, full service', 'lookup-id, unique keys, full service'] as const;
  const baselines = { [zipf]: { ratio: 0.6, margin: 0.25 }, [unique]: { ratio: 0.6, margin: 0.25 } };
  const good = { [zipf]: 0.6, [unique]: 0.6 };
  /** Returns these ratios in turn, and remembers what was measured. */
  const measuring = (...runs: Record<string, number>[]) => {
    const seen: (readonly CheckPart[])[] = [];
    const measure = async (parts: readonly CheckPart[]) => {
      seen.push(parts);
      return runs[Math.min(seen.length, runs.length) - 1] ?? {};
    };
    return { seen, find: () => findRegressions(baselines, measure, async () => undefined) };
  };

  test('is measured again, alone, and passes if it was high enough once', async () => {
    const { seen, find } = measuring({ ...good, [zipf]: 0.2 }, { [zipf]: 0.1 }, { [zipf]: 0.5 });
    expect(await find()).toEqual({ measured: { ...good, [zipf]: 0.5 }, regressions: [] });
    expect(seen).toEqual([checkParts, [checkParts[1]], [checkParts[1]]]);
  });

  test('is a regression if it is too low in every measurement', async () => {
    const { seen, find } = measuring({ ...good, [unique]: 0.2 });
    expect((await find()).regressions).toEqual([unique]);
    expect(seen).toHaveLength(maxMeasurements);
  });
});

test('the parts that measure a ratio are found by its name', () => {
  expect(partsOf(['people-position-1-10, unique keys, full service'])).toEqual([checkParts[0]]);
  expect(partsOf(['a ratio that is no longer measured'])).toEqual(checkParts);
});
