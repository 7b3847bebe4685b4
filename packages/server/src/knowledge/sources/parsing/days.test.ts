import { expect, test } from 'vitest';
import { parseAuDate, parseAuYear, parseCompactDay, parseCompactYear } from './days.ts';

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

test.each([
  ['15/06/2001', '2001-06-15'],
  [' 01/12/1999 ', '1999-12-01'],
  ['29/02/2020', '2020-02-29'],
  ['29/02/2000', '2000-02-29'],
])('%j is the day %s', (text, date) => {
  expect(parseAuDate(text)).toBe(date);
});

// biome-ignore format: a list of texts
test.each([
  '', '0', '31/02/2010', '29/02/1900', '31/04/2020', '00/01/2020', '01/00/2020', '01/13/2020', '01/01/0000', '2001-06-15',
  '1/6/2001', '15/06/01', '15/06/2001 00:00',
])('%j is not a day', (text) => {
  expect(parseAuDate(text)).toBeUndefined();
});

test('a founding year is plausible', () => {
  const texts = ['15/06/2001', '01/01/1788', '01/01/0033', '01/01/9999', ''];
  expect(texts.map(parseAuYear)).toEqual([2001, 1788, undefined, undefined, undefined]);
});
