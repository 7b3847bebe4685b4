import { expect, test } from 'vitest';
import { growthOf, problemsOf, soakPage } from './report.ts';
import type { SoakResult } from './run.ts';

const still = { heapMb: 40, files: 50, databaseMb: 10, indexMb: 5, homeMb: 1, requests: 900, p50Ms: 4, p99Ms: 9 };

/** Two hours, with memory as a function of the minute. */
const resultWith = (memoryAt: (minutes: number) => number, others: Partial<SoakResult> = {}): SoakResult => ({
  ...{
    rounds: 120,
    roundSeconds: 60,
    companies: 10,
    perSecond: 30,
    sampleSeconds: 60,
    requests: 1000,
    failures: [],
    forbidden: 0,
  },
  changes: { imports: 1, keys: 1, optOuts: 1, rebuilds: 2 },
  samples: Array.from({ length: 120 }, (_, minutes) => ({ minutes, memoryMb: memoryAt(minutes), ...still })),
  ...others,
});

test('growth during the warm-up is not counted', () => {
  const result = resultWith((minutes) => Math.min(200, 100 + 2.5 * minutes));
  expect(growthOf(result, 'memoryMb')).toBeCloseTo(0);
  expect(problemsOf(result)).toEqual([]);
});

test('a leak of 2 % per hour is a problem', () => {
  const result = resultWith((minutes) => 200 + (4 * minutes) / 60);
  expect(problemsOf(result)).toEqual([
    expect.stringMatching(/^It grew by 1\.9\d % per hour: memory of the server, MB\.$/),
  ]);
});

test('each measure has its own limit', () => {
  const growing = resultWith(() => 200).samples.map((sample) => ({
    ...sample,
    files: 50 + sample.minutes,
    p99Ms: 9 + sample.minutes / 60,
    heapMb: 40 + sample.minutes / 60,
  }));
  expect(problemsOf(resultWith(() => 200, { samples: growing }))).toEqual([expect.stringContaining('open files')]);
});

test('disk that is cleaned up in turn does not grow; what stays behind each time is a problem', () => {
  const withIndices = (leftPerTurn: number) => {
    const samples = resultWith(() => 200).samples.map((sample) => {
      const turn = Math.floor(sample.minutes / 40);
      return { ...sample, indexMb: 50 + (sample.minutes % 40) + leftPerTurn * turn, homeMb: 1 + (sample.minutes % 30) };
    });
    return resultWith(() => 200, { samples });
  };
  expect(problemsOf(withIndices(0))).toEqual([]);
  expect(problemsOf(withIndices(10))).toEqual([
    expect.stringMatching(/^It grew by 1\d\.\d+ % from the second third to the last: indices, MB\.$/),
  ]);
});

test('failed requests and people who had opted out are problems', () => {
  expect(problemsOf(resultWith(() => 200, { failures: ['x'], forbidden: 2 }))).toHaveLength(2);
});

test('the page has a line for each measure', () => {
  expect(soakPage(resultWith(() => 200))).toContain(
    '| memory of the server, MB | 200.0 | 200.0 | 200.0 | 0.00 % per hour | 1.00 % |',
  );
});
