import { expect, test } from 'vitest';
import { quote, shorten } from './quote.ts';

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
