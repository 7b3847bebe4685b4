import { expect, test } from 'vitest';
import type { Fqdn } from '../identifiers/domain.ts';
import { companyDomainOf, domainAndParents } from './contact-values.ts';

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
