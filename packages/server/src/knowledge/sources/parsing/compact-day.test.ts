import { expect, test } from 'vitest';
import { parseCompactDay, parseCompactYear } from './compact-day.ts';

test.each([
  ['19690113', '1969-01-13', 1969],
  [' 20240229 ', '2024-02-29', 2024],
  ['20230229', undefined, undefined],
  ['00000000', undefined, undefined],
  ['25560115', undefined, undefined],
  ['1969-01-13', undefined, undefined],
  ['', undefined, undefined],
])('%j is the day %s of the year %s', (text, day, year) => {
  expect(parseCompactDay(text)).toBe(day);
  expect(parseCompactYear(text)).toBe(year);
});
