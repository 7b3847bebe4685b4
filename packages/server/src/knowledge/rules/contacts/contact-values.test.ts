import { expect, test } from 'vitest';
import type { Fqdn } from '../identifiers/domain.ts';
import { companyDomainOf, domainAndParents, normalizeEmail, normalizePhone } from './contact-values.ts';

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

test.each([
  ['avery@kestrelvane.com.au', 'kestrelvane.com.au'],
  [' Avery <AVERY@Sydney.KestrelVane.com.au>', 'sydney.kestrelvane.com.au'],
  ['avery@gmail.com', undefined],
  ['avery@yahoo.co.jp', undefined],
  ['avery@kestrel.github.io', undefined],
  ['avery@localhost', undefined],
  ['not an address', undefined],
])('%s is of the company domain %s', (email, domain) => {
  expect(companyDomainOf(email)).toBe(domain);
});

test('an address below the domain of a company is of that company', () => {
  expect(domainAndParents('mail.sydney.kestrelvane.com.au' as Fqdn)).toEqual([
    'mail.sydney.kestrelvane.com.au',
    'sydney.kestrelvane.com.au',
    'kestrelvane.com.au',
  ]);
});

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
