import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('quotes, commas and line breaks are preserved', () => {
  expect(toCsv([['a"b', 'c,d', 'e\nf', 5]])).toBe('"a""b","c,d","e\nf",5');
});

test.each([
  "=cmd|' /C calc'!A0",
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '\u200b=1',
  '＝1',
])('%s is not written as a formula', (text) => {
  expect(toCsv([[text]])).toMatch(/^"?'/);
});

test('lines end as RFC 4180 requires', () => {
  expect(toCsv([['a'], ['b']])).toBe('a\r\nb');
});
