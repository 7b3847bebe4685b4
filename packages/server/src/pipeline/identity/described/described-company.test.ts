import { expect, test } from 'vitest';
import { makeTrialSecret } from '../../../core/settings/secret.ts';
import { inSource, keysOf, nameHashOf, parseDescription, toDescriptionRef } from './described-company.ts';

const secret = makeTrialSecret();

test('a reference has everything that finds the company', () => {
  const description = { domain: 'sydney.kestrel.com.au', nameHash: 'h', companyCountry: undefined, country: 'AU' };
  const ref = inSource(toDescriptionRef(description), 7);
  const domains = ['fqdn:sydney.kestrel.com.au', 'fqdn:kestrel.com.au'];
  expect(parseDescription(ref)).toEqual({ ...description, ref, sourceId: 7, domains });
  expect(keysOf(parseDescription(ref))).toEqual([...domains, 'h']);
  const bare = { domain: undefined, nameHash: 'h', companyCountry: 'NZ', country: 'AU' };
  expect(parseDescription(inSource(toDescriptionRef(bare), 7))).toMatchObject(bare);
});

test('names that differ in legal form, case and punctuation have the same hash, in one installation', () => {
  const hash = nameHashOf(secret, 'AU', 'Kestrel & Vane Pty. Ltd.');
  expect(nameHashOf(secret, 'AU', 'KESTREL AND VANE')).toBe(hash);
  expect(nameHashOf(secret, 'NZ', 'Kestrel and Vane Limited')).toBe(hash);
  expect(nameHashOf(secret, 'AU', 'Kestrel and Pike')).not.toBe(hash);
  expect(nameHashOf(makeTrialSecret(), 'AU', 'Kestrel & Vane')).not.toBe(hash);
  expect(hash).not.toMatch(/kestrel/i);
  expect(nameHashOf(secret, 'AU', '---')).toBeUndefined();
});
