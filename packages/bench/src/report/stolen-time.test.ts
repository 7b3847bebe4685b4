import { expect, test } from 'vitest';
import { parseReading, stolenShare } from './stolen-time.ts';

test('steal is the eighth number; the time of guests is part of that of users', () => {
  const stat = 'cpu  100 1 20 300 4 5 6 70 50 1\ncpu0 50 0 10 150 2 2 3 35 25 0\n';
  expect(parseReading(stat, 3)).toEqual({ at: 3, stolen: 70, all: 506 });
});

test('the share between two times is that of the readings around them', () => {
  const readings = [
    { at: 0, stolen: 0, all: 0 },
    { at: 1000, stolen: 10, all: 200 },
    { at: 2000, stolen: 110, all: 400 },
    { at: 3000, stolen: 110, all: 600 },
  ];
  expect(stolenShare(readings, 0, 1000)).toBe(0.05);
  expect(stolenShare(readings, 1200, 1800)).toBe(0.5);
  expect(stolenShare(readings, 2000, 9000)).toBe(0);
  expect(stolenShare([], 0, 1)).toBe(0);
});
