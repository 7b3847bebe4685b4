import { expect, test } from 'vitest';
import { normalizePhone } from './contact-values.ts';

test('different spellings of one number are equal', () => {
  for (const text of [
    '(02) 9374 4000',
    '+61 2 9374 4000',
    '02-9374-4000',
    '0011 61 2 9374 4000',
    'Tel. 02 9374 4000',
    '０２９３７４４０００',
  ])
    expect(normalizePhone(text, 'AU')).toBe('+61293744000');
});

test('a number with its country code needs no country', () => {
  expect(normalizePhone('+65 6555 0100', undefined)).toBe('+6565550100');
  expect(normalizePhone('+65 6555 0100', 'AU')).toBe('+6565550100');
});

test('a number outside every numbering plan keeps only its digits', () => {
  expect(normalizePhone('55-501-00', undefined)).toBe('5550100');
  expect(normalizePhone('55 501 00', 'XX')).toBe('5550100');
});

test.each(['', 'none', '12345', '1'.repeat(16)])('%j is not a phone number', (text) => {
  expect(normalizePhone(text, undefined)).toBeUndefined();
});
