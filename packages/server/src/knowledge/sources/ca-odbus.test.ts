import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { caOdbus as source } from './ca-odbus.ts';
import { Reject, Skip } from './row-outcome.ts';

type Row = Parameters<typeof source.toRecord>[0];

const row: Row = {
  business_name: 'Kestrel Plumbing Ltd',
  alt_business_name: '..',
  derived_NAICS: '..',
  source_NAICS_primary: '..',
  full_address: '12 Example St',
  city: 'Vancouver',
  prov_terr: 'BC',
  postal_code: 'V5K 0A1',
  total_no_employees: '..',
  status: '..',
};
const outcomeOf = (changes: Partial<Row>) => source.toRecord({ ...row, ...changes }, new Set()) as CompanyRecord;

test('a cell of two dots is empty, and a license gives no headquarters', () => {
  expect(outcomeOf({})).toEqual({
    type: 'company',
    key: 'bc/12 example st, vancouver bc v5k 0a1/kestrel plumbing ltd',
    country: 'CA',
    name: 'Kestrel Plumbing Ltd',
    locations: ['12 Example St, Vancouver BC V5K 0A1'],
    states: ['CA-BC'],
  });
});

test('several licenses of one business are one record, and other locations are others', () => {
  const { key } = outcomeOf({ source_NAICS_primary: '238220', status: 'Active' });
  expect(outcomeOf({ source_NAICS_primary: '722511', business_name: 'KESTREL PLUMBING LTD' }).key).toBe(key);
  expect(outcomeOf({ full_address: '14 Example St' }).key).not.toBe(key);
  expect(outcomeOf({ prov_terr: 'ON' }).key).not.toBe(key);
});

test.each([
  ['12 Example St, VANCOUVER, BC', '12 Example St, VANCOUVER, BC'],
  ['..', 'Vancouver BC V5K 0A1'],
])('the address %j is %s', (address, place) => {
  expect(outcomeOf({ full_address: address }).locations).toEqual([place]);
});

describe('industries', () => {
  const industryOf = (source_NAICS_primary: string, derived_NAICS: string) => {
    const { industry_codes, industries } = outcomeOf({ source_NAICS_primary, derived_NAICS });
    return { ...industry_codes, industries };
  };

  test.each([
    ['238220', '23', '23822'],
    ['238220.0', '23.0', '23822'],
    ['541515', '54', '54151'],
    ['23', '54', '23'],
  ])(
    'the code of the licensing body, %s, wins over %s: as far as it means the same everywhere, %s',
    (primary, derived, naics) => {
      expect(industryOf(primary, derived)).toEqual({ naics });
    },
  );

  test('a derived code, or one of an older table, gives the sector and no code', () => {
    expect(industryOf('..', '23.0')).toEqual({ industries: ['Construction'] });
    expect(industryOf('448120', '23')).toEqual({ industries: ['Retail'] });
    expect(industryOf('..', '..')).toEqual({});
  });

  test('wholesale and public administration, which have their own digits in Canada, give the sector and no code', () => {
    expect(industryOf('413110', '41')).toEqual({ industries: ['Wholesale'] });
    expect(industryOf('..', '91')).toEqual({ industries: ['Government & Public Safety'] });
  });
});

test.each([
  ['1--4', '1-10', undefined],
  ['5--9', '1-10', undefined],
  ['10--19', undefined, undefined],
  ['51--200', '51-200', undefined],
  ['500+', undefined, undefined],
  ['12', undefined, 12],
  ['12.0', undefined, 12],
  ['0', undefined, undefined],
])('%s employees are the band %s and the number %s', (cell, band, count) => {
  const { company_size, employee_count } = outcomeOf({ total_no_employees: cell });
  expect([company_size, employee_count]).toEqual([band, count]);
});

test('another name is kept with the first', () => {
  expect(outcomeOf({ alt_business_name: 'Kestrel Pipes' }).trading_names).toEqual(['Kestrel Pipes']);
  expect(outcomeOf({ alt_business_name: row.business_name })).not.toHaveProperty('trading_names');
});

test('a sole trader, an expired license and a row without a location are skipped', () => {
  expect(outcomeOf({ business_name: '(Example Person)' })).toEqual(new Skip('individual'));
  expect(outcomeOf({ status: 'Not Active' })).toEqual(new Skip('inactive'));
  expect(outcomeOf({ full_address: '..', city: '..' })).toEqual(new Skip('no location'));
  expect(outcomeOf({ business_name: '..' })).toEqual(new Reject('business_name is empty'));
});

test('only the table in the zip is read', () => {
  const parts = ['ODBus_v1/ODBus_v1.csv', 'ODBus_v1/ODBus-record-layout.csv', 'ODBus_v1/ODBus_Sources.csv'];
  expect(parts.map((name) => source.format.parts?.test(name))).toEqual([true, false, false]);
});
