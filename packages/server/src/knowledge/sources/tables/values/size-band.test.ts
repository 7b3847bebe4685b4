import { expect, test } from 'vitest';
import { parseSizeBand } from './size-band.ts';

test.each([
  ['10-Jan', '1-10'],
  ['1-Oct', '1-10'],
  ['10-Feb', '1-10'],
  ['Jan-10', '1-10'],
  ['2010-01-01', '1-10'],
  ['Nov-50', '11-50'],
  ['Nov 1950', '11-50'],
  ['1950-11-01 00:00:00', '11-50'],
])('%s is what a spreadsheet makes of the size band %s', (text, band) => {
  expect(parseSizeBand(text)).toBe(band);
});

test.each([
  '50-Nov',
  '11/50/2025',
  '2025-11-50',
  '11月50日',
  'Nov 2050',
  '2050-11-01',
  'Nov 1910',
  '12-Nov',
  '11-Oct',
  '51-Jan',
])('%s is not a date that a spreadsheet makes of a size band, and is not read as one', (text) => {
  expect(parseSizeBand(text)).toBeUndefined();
});
