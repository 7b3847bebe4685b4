import { expect, test } from 'vitest';
import { normalizeEmail } from './contact-values.ts';

test('different spellings of one address are equal', () => {
  for (const text of ['Ada@Kestrelvane.com.au', ' ada@kestrelvane.com.au\n', 'ａｄａ@kestrelvane.com.au'])
    expect(normalizeEmail(text)).toBe('ada@kestrelvane.com.au');
});

test.each([
  'mailto:Ada@kestrelvane.com.au?subject=Hello',
  '<ada@kestrelvane.com.au>',
  'Ada Invented <ada@kestrelvane.com.au>;',
  '"ada@kestrelvane.com.au"',
  'ada@kestrelvane.com.au\u200b',
  'ada@kestrelvane.com.au.',
])('an address is found inside other text: %s', (text) => {
  expect(normalizeEmail(text)).toBe('ada@kestrelvane.com.au');
});

test('a tag and dots stay: without them it may be another person', () => {
  expect(normalizeEmail('a.da+x@kestrelvane.com.au')).toBe('a.da+x@kestrelvane.com.au');
});

test.each(['', 'ada', '@kestrel.com', 'ada@', 'a@b@c', 'a da@kestrel.com'])('%j is not an address', (text) => {
  expect(normalizeEmail(text)).toBeUndefined();
});
