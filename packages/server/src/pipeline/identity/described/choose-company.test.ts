import { describe, expect, test } from 'vitest';
import { type NamedRecord, onlyOwnCompany, scoredCompany } from './choose-company.ts';
import type { StoredDescription } from './described-company.ts';

const described = (facts: Partial<StoredDescription> = {}) => ({
  ref: 'r',
  sourceId: 1,
  domain: undefined,
  domains: [],
  companyCountry: undefined,
  country: 'AU',
  ...facts,
  nameHash: 'kestrel',
});
const named = (company: string, facts: Partial<NamedRecord> = {}): NamedRecord => ({
  sourceId: 1,
  company,
  country: 'AU',
  kind: 'current',
  ...facts,
});

describe('within one source', () => {
  test('the only company with the name is the company, with all its records', () => {
    expect(onlyOwnCompany(described(), [named('a'), named('a'), named('b', { sourceId: 2 })])).toBe('a');
    expect(onlyOwnCompany(described(), [named('a', { kind: 'trading' })])).toBe('a');
  });

  test('several companies with the name, and former names, link nothing', () => {
    expect(onlyOwnCompany(described(), [named('a'), named('b')])).toBeUndefined();
    expect(onlyOwnCompany(described(), [named('a', { kind: 'former' })])).toBeUndefined();
    expect(onlyOwnCompany(described(), [])).toBeUndefined();
  });

  test('a stated country chooses among them; an unknown country may be any', () => {
    const both = [named('a'), named('b', { country: 'NZ' })];
    expect(onlyOwnCompany(described({ companyCountry: 'NZ' }), both)).toBe('b');
    expect(onlyOwnCompany(described({ companyCountry: 'SG' }), both)).toBeUndefined();
    expect(onlyOwnCompany(described({ companyCountry: 'NZ' }), [named('a', { country: undefined })])).toBe('a');
  });
});

describe('the scorer', () => {
  const none = new Map<string, string[]>();

  test('links the only company with the name in the country', () => {
    expect(scoredCompany(described(), [named('a'), named('b', { country: 'NZ' })], none)).toBe('a');
  });

  test.each<[string, NamedRecord[]]>([
    ['two companies have the name', [named('a'), named('b')]],
    ['another company trades under the name', [named('a'), named('b', { kind: 'trading' })]],
    ['the company had the name', [named('a', { kind: 'former' })]],
    ['the company is in another country', [named('a', { country: 'NZ' })]],
    ['no company has it', []],
  ])('does not link if %s', (_, records) => {
    expect(scoredCompany(described(), records, none)).toBeUndefined();
  });

  test('does not link a company with another domain than the email address', () => {
    const domains = new Map([['a', ['marrow.com.au']]]);
    const from = described({ domains: ['fqdn:kestrel.com.au'] });
    expect(scoredCompany(from, [named('a')], domains)).toBeUndefined();
    expect(scoredCompany(from, [named('a')], none)).toBe('a');
  });
});
