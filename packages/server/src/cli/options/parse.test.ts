import { expect, test } from 'vitest';
import { parseExpiry } from './parse.ts';

const now = Date.parse('2026-11-15T10:00:00Z');

test.each([
  ['12h', '2026-11-15T22:00:00.000Z'],
  ['30d', '2026-12-15T10:00:00.000Z'],
  ['2w', '2026-11-29T10:00:00.000Z'],
  ['2028-02-29', '2028-03-01T00:00:00.000Z'],
])('%s expires at %s', (text, moment) => {
  expect(parseExpiry(text, now)).toBe(moment);
});

test.each(['', '0d', '30', '30y', '2027-02-29', 'tomorrow'])('"%s" is not a valid expiry', (text) => {
  expect(() => parseExpiry(text, now)).toThrow('30d');
});
