import { expect, test } from 'vitest';
import { unknownIdMessage } from './company-id.ts';

test.each([
  ['kestrelvane.com.au', '`GET /company?fqdn=kestrelvane.com.au`'],
  ['https://www.kestrelvane.com.au/contact', '`GET /company?website=https://www.kestrelvane.com.au/contact`'],
  ['Kestrel & Vane', '`GET /company?fqdn=example.com`'],
])('%s as an id leads to %s', (id, lookup) => {
  const message = unknownIdMessage({ id });
  expect(message).toContain(`No company has the id "${id}".`);
  expect(message).toContain(lookup);
});

test('a dataset with ids of its own says which', () => {
  expect(unknownIdMessage({ id: 'x', hint: 'Use a.' })).toBe('No company has the id "x". Use a.');
});
