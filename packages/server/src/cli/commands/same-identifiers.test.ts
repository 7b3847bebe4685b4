import { describe, expect, test } from 'vitest';
import { parseLookup } from '../../api/companies/lookup-request.ts';
import { Reject } from '../../knowledge/sources/row-outcome.ts';
import { mapColumns } from '../../knowledge/sources/tables/map-columns.ts';
import { toCompany } from '../../knowledge/sources/tables/to-company.ts';
import { toCompanyRow } from '../../pipeline/imports/stage/company-row.ts';

/** The claims of a row of an operator's table. */
function claimsOfRow(field: string, text: string): string[] {
  const row = { name: 'Bolt Path', [field]: text };
  const made = toCompany(row, mapColumns(Object.keys(row), 'companies', new Map()), { hashKey: (key) => key });
  if (made instanceof Reject) throw new Error(made.reason);
  return claimsOfRecord(made.record);
}

function claimsOfRecord(record: Parameters<typeof toCompanyRow>[0]): string[] {
  const row = toCompanyRow(record);
  if (row instanceof Reject) throw new Error(row.reason);
  return row.claims;
}

const claimsOfRequest = (param: 'abn' | 'website', text: string) =>
  parseLookup({ [param]: text }).pointers[0].identifiers;

const company = { type: 'company', key: '1', name: 'Bolt Path' } as const;

describe('a table, a record and a lookup read the same identifier from the same text', () => {
  test.each([
    '90603624697',
    '90 603 624 697',
    '90-603-624-697',
    '90603624697.0',
    '9.0603624697E+10',
    'ABN 90603624697',
    'ABN: 90 603 624 697',
    'A.B.N. 90 603 624 697',
    'abn no. 90603624697',
  ])('abn %s', (text) => {
    const claims = ['abn:90603624697'];
    expect(claimsOfRow('abn', text)).toEqual(claims);
    expect(claimsOfRecord({ ...company, identifiers: { abn: text } })).toEqual(claims);
    expect(claimsOfRequest('abn', text)).toEqual(claims);
  });

  test.each([
    'boltpath.com.au',
    'http://boltpath.com.au/home?utm=crm',
    'https://www.boltpath.com.au/index.html#top',
    'boltpath.com.au/?utm_source=crm',
  ])('website %s', (text) => {
    const claims = ['fqdn:boltpath.com.au'];
    expect(claimsOfRow('website', text)).toEqual(claims);
    expect(claimsOfRecord({ ...company, website: text })).toEqual(claims);
    expect(claimsOfRequest('website', text)).toEqual(claims);
  });

  test.each(['https://www.facebook.com/boltpath', 'boltpath.wordpress.com', 'https://sites.google.com/view/boltpath'])(
    'website %s is on a shared host and identifies no company',
    (text) => {
      expect(claimsOfRow('website', text)).toEqual([]);
      expect(claimsOfRecord({ ...company, website: text })).toEqual([]);
      expect(claimsOfRequest('website', text)).toEqual([]);
    },
  );
});

test.each(['X90603624697', 'ABN', 'ABN ABN 90603624697', '9.0604E+10', '90603624697.5'])(
  'abn %s is accepted nowhere',
  (text) => {
    expect(claimsOfRow('abn', text)).toEqual([]);
    expect(() => claimsOfRecord({ ...company, identifiers: { abn: text } })).toThrow('identifiers.abn');
    expect(() => claimsOfRequest('abn', text)).toThrow('abn');
  },
);
