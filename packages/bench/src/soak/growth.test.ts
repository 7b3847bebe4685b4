import { expect, test } from 'vitest';
import { growthViolations, type Sample } from './growth.ts';

const still = { heapMb: 40, files: 50, databaseMb: 10, indexMb: 5, homeMb: 1, p50Ms: 4, p99Ms: 9 };

/** Two hours, with these values as a function of the minute. */
const samplesWith = (at: (minutes: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 120 }, (_, minutes) => ({ minutes, memoryMb: 100, ...still, ...at(minutes) }));

test('growth during the warm-up does not count', () => {
  expect(growthViolations(samplesWith((minutes) => ({ memoryMb: Math.min(200, 100 + 2.5 * minutes) })))).toEqual([]);
});

test('a leak of 2 % per hour is a violation', () => {
  expect(growthViolations(samplesWith((minutes) => ({ memoryMb: 100 + minutes / 30 })))).toEqual([
    expect.stringContaining('memory of the server'),
  ]);
});

test('what is written and cleaned up in turn may vary, and must not grow from third to third', () => {
  expect(growthViolations(samplesWith((minutes) => ({ homeMb: 1 + (minutes % 10) })))).toEqual([]);
  expect(growthViolations(samplesWith((minutes) => ({ homeMb: 1 + minutes / 20 })))).toEqual([
    expect.stringContaining('home folder'),
  ]);
});
