import { expect, test } from 'vitest';
import { quote, shorten, toCsv } from './escape.ts';

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

test.each([
  ['8', '"8"'],
  ['', 'an empty string'],
  [4, 'the number 4'],
  [null, 'null'],
  [true, 'true'],
  [['1'], 'an array'],
  [[], 'an empty array'],
  [{ a: 1 }, 'an object'],
])('%j is repeated as %s', (value, text) => {
  expect(quote(value)).toBe(text);
});

test('repeated text is well formed, on one line and at most 60 characters long', () => {
  expect(shorten('a\nb\u0000\ud800')).toBe('a\ufffdb\ufffd\ufffd');
  expect(shorten('😀'.repeat(61))).toBe(`${'😀'.repeat(60)}…`);
});
