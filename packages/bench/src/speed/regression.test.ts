import { describe, expect, test } from 'vitest';
import { findRegressions, maxMeasurements, regressionsIn, toBaselines } from './regression.ts';

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
  expect(regressionsIn(baselines, { a: 0.25 })).toEqual(['b']);
  expect(regressionsIn(baselines, { a: Number.NaN, b: 3 })).toEqual(['a']);
});

describe('a ratio that is too low', () => {
  const baselines = { zipf: { ratio: 0.6, margin: 0.5 }, unique: { ratio: 0.6, margin: 0.5 } };
  /** Returns these ratios in turn, and counts how often it measured. */
  const measuring = (...ratios: Record<string, number>[]) => {
    const seen = { times: 0 };
    const measure = async () => ratios[Math.min(seen.times++, ratios.length - 1)] ?? {};
    return { seen, find: () => findRegressions(baselines, measure, async () => undefined) };
  };

  test('is measured again, and passes if it was high enough once', async () => {
    const { seen, find } = measuring({ unique: 0.6, zipf: 0.2 }, { unique: 0.1, zipf: Number.NaN }, { zipf: 0.5 });
    expect(await find()).toEqual({ best: { unique: 0.6, zipf: 0.5 }, regressions: [] });
    expect(seen.times).toBe(3);
  });

  test('is a regression if it is too low in every measurement', async () => {
    const { seen, find } = measuring({ unique: 0.2, zipf: 0.6 });
    expect((await find()).regressions).toEqual(['unique']);
    expect(seen.times).toBe(maxMeasurements);
  });
});
