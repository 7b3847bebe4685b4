import { readFileSync } from 'node:fs';
import { CompanyRecord } from '@orgdex/contract';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import type { TextRow } from '../formats/json-lines.ts';
import { Reject } from '../row-outcome.ts';
import { detectTable } from './detect-table.ts';
import { mapColumns } from './map-columns.ts';
import { tableFormat } from './table-format.ts';
import { toCompany } from './to-company.ts';

const schema = Compile(CompanyRecord);
const options = { hashKey: (text: string) => `hash of ${text.length}` };

function convert(row: TextRow, country?: string) {
  const made = toCompany(row, mapColumns(Object.keys(row), 'companies', new Map()), { ...options, country });
  if (made instanceof Reject) return { record: undefined, notes: [made.reason] };
  expect([...schema.Errors(made.record)]).toEqual([]);
  return made;
}
const recordOf = (row: TextRow) => convert({ name: 'Kestrel Vane', ...row }).record;
const notesOf = (row: TextRow) => convert({ name: 'Kestrel Vane', ...row }).notes;

function recordsOf(name: string) {
  const bytes = readFileSync(new URL(`../../../../fixtures/own-files/${name}`, import.meta.url));
  const table = detectTable(bytes);
  if (table.kind === 'parquet') throw new Error('not text');
  const reader = tableFormat(table).open();
  return [...reader.take(bytes), ...reader.end()].map(({ row }) => convert(row as TextRow));
}

describe('errors that spreadsheets introduce', () => {
  test('numbers converted to floats are restored; those that lost digits are left out and noted', () => {
    const [kept, lost] = recordsOf('floats.csv');
    expect(kept?.record).toMatchObject({
      phones: ['61491570156'],
      identifiers: { abn: '47612345003' },
      year_founded: 1999,
      employee_count: 1234,
    });
    expect(lost?.record).toEqual({
      type: 'company',
      key: 'name:brolga freight|',
      name: 'Brolga Freight',
      year_founded: 2004,
      employee_count: 1200,
    });
    expect(lost?.notes).toEqual(['abn: digits were lost in scientific notation', 'phones: a value is not valid']);
  });

  test('lost leading zeros are restored if the check digits match or the length is unambiguous', () => {
    const [kept, wrong] = recordsOf('lost-zeros.csv');
    expect(kept?.record).toMatchObject({
      identifiers: { acn: '001234564', duns: '099000012', cik: '0009123456' },
      industry_codes: { anzsic: '0111' },
    });
    expect(kept?.notes).toEqual(['anzsic: leading zero restored']);
    expect(wrong?.record).toMatchObject({ identifiers: { duns: '990000123' }, industry_codes: { anzsic: '6201' } });
    expect(wrong?.notes).toEqual(['acn: the check digits do not match']);
  });

  test('size bands that were converted to dates are restored', () => {
    const bands = recordsOf('sizes.csv').map(({ record }) => record?.company_size);
    const [small, next] = ['1-10', '11-50'];
    const [large, largest] = ['5001-10000', '10001+'];
    // The last is 50-Nov, which a spreadsheet never makes of a band.
    const dates = [small, small, small, small, small, next];
    expect(bands).toEqual([...dates, next, next, largest, large, small, small, undefined]);
  });

  test('Japanese headers and values are read', () => {
    expect(recordsOf('japanese.csv').map(({ record }) => record)).toMatchObject([
      { name: '株式会社やまびこ精工', identifiers: { jcn: '1700150000001' }, states: ['JP-13'], company_size: '1-10' },
      { name: '有限会社みなと商事', phones: ['06-5550-0145'], company_size: '11-50' },
    ]);
  });

  test('the marks that keep digits as text are removed', () => {
    expect(recordOf({ acn: '="001234564"' })?.identifiers).toEqual({ acn: '001234564' });
    expect(recordOf({ acn: "'001234564" })?.identifiers).toEqual({ acn: '001234564' });
  });
});

describe('key', () => {
  test('is the given key, else the strongest identifier, else name and country', () => {
    expect(recordOf({ id: '17', abn: '47612345003' })?.key).toBe('17');
    expect(recordOf({ abn: '47 612 345 003', domain: 'kestrelvane.com.au' })?.key).toBe('abn:47612345003');
    expect(recordOf({ website: 'https://www.kestrelvane.com.au/' })?.key).toBe('fqdn:kestrelvane.com.au');
    expect(recordOf({ country: 'Australia' })?.key).toBe('name:kestrel vane|AU');
  });

  test('is not the domain of a page below the home page: two shops of a mall stay two rows', () => {
    const shop = recordOf({ website: 'http://boltpath.com.au/home?utm=crm', country: 'AU' });
    expect([shop?.identifiers, shop?.key]).toEqual([{ fqdn: 'boltpath.com.au' }, 'name:kestrel vane|AU']);
    const owner = recordOf({ website: 'http://boltpath.com.au/home', domain: 'boltpath.com.au' });
    expect(owner?.key).toBe('fqdn:boltpath.com.au');
  });

  test('is not a page on a shared host, where many companies have one', () => {
    const row = { domain: 'facebook.com' };
    expect([recordOf(row)?.key, recordOf(row)?.identifiers]).toEqual(['name:kestrel vane|', undefined]);
    expect(notesOf(row)).toEqual(['fqdn: a shared host does not identify a company']);
  });
});

describe('values', () => {
  test.each([
    ['1,234', 1234],
    ['1 234', 1234],
    ['1234.0', 1234],
    ['1.2E+3', 1200],
    ['１２３', 123],
    ['1.234', undefined],
    ['many', undefined],
  ])('%s employees are %s', (employees, count) => {
    expect(recordOf({ employees })?.employee_count).toBe(count);
    expect(notesOf({ employees })).toEqual(count === undefined ? ['employee_count: not a number'] : []);
  });

  test('a state becomes its ISO code if the country is given, and otherwise stays as written', () => {
    expect(recordOf({ state: 'Victoria', country: 'Australia' })?.states).toEqual(['AU-VIC']);
    expect(recordOf({ state: '東京都', country: 'Australia', 'hq country': 'JP' })?.states).toEqual(['JP-13']);
    expect(recordOf({ state: 'Wairarapa', country: 'NZ' })?.states).toEqual(['Wairarapa']);
    expect(recordOf({ state: 'VIC' })?.states).toEqual(['VIC']);
    expect(convert({ name: 'Kestrel', state: 'VIC' }, 'AU').record?.states).toEqual(['AU-VIC']);
  });

  test('a band in a number column is read as a band', () => {
    expect(recordOf({ employees: '51-200' })).toMatchObject({ company_size: '51-200' });
  });

  test.each([
    ['2-10', '1-10'],
    ['11-100', undefined],
    ['10000+', undefined],
    ['45667', undefined],
    ['5-Mar', undefined],
    ['500', '201-500'],
  ])('the size %s is %s', (size, band) => {
    expect(recordOf({ size })?.company_size).toBe(band);
  });

  test.each([
    ['$1M-$10M', '$1M-$10M'],
    ['$1 million to $10 million', '$1M-$10M'],
    ['USD 1M-5M', '$1M-$10M'],
    ['USD 1.5M', { amount: 1_500_000, currency: 'USD' }],
    ['A$3m', { amount: 3_000_000, currency: 'AUD' }],
    ['1,000,000 NZD', { amount: 1_000_000, currency: 'NZD' }],
    ['RM 2 million', { amount: 2_000_000, currency: 'MYR' }],
    ['$2.5M', undefined],
    ['1000000', undefined],
    ['USD 5M-20M', undefined],
  ])('the revenue %s is %j', (revenue, stated) => {
    expect(recordOf({ revenue })?.revenue).toEqual(stated);
  });

  test('a plain amount is in US dollars if the column is mapped to revenue_usd', () => {
    expect(recordOf({ 'Annual Revenue (USD)': '2500000' })?.revenue).toEqual({ amount: 2_500_000, currency: 'USD' });
  });

  test.each([
    ['Korea, Republic of', 'KR'],
    ['USA', 'US'],
    ['new zealand', 'NZ'],
    ['Viet Nam', 'VN'],
    ['日本', 'JP'],
    ['Atlantis', undefined],
  ])('the country %s is %s', (country, code) => {
    expect(recordOf({ country })?.hq_country).toBe(code);
  });

  test.each([
    ['1999', 1999],
    ['1999-05-01', 1999],
    ['5/1/1999', 1999],
    ['1999年5月', 1999],
    ['99', undefined],
  ])('founded %s is %s', (founded, year) => {
    expect(recordOf({ founded })?.year_founded).toBe(year);
  });

  test('synonyms of types, handles in URLs and separators of lists are recognized', () => {
    const row = {
      type: 'Privately Held',
      twitter: 'https://twitter.com/kestrelvane?s=20',
      youtube: 'https://www.youtube.com/channel/UCkestrel',
      industry: 'Oil, Gas and Mining; Tools',
      keywords: 'drill, bit',
    };
    expect(recordOf(row)).toMatchObject({
      company_type: 'Private Company',
      social_media: { twitter: 'kestrelvane', youtube: 'UCkestrel' },
      industries: ['Oil, Gas and Mining', 'Tools'],
      keywords: ['drill', 'bit'],
    });
  });

  test.each(['', 'N/A', 'null', '-', '#N/A', ' '])('%j is no value, and is not noted', (cell) => {
    const made = convert({ name: 'Kestrel Vane', employees: cell, abn: cell, website: cell, type: cell, phone: cell });
    expect(made).toEqual({ record: { type: 'company', key: 'name:kestrel vane|', name: 'Kestrel Vane' }, notes: [] });
  });
});

test('a row without a name is rejected', () => {
  expect(convert({ name: 'N/A', website: 'kestrelvane.com.au' }).notes).toEqual(['name is missing']);
});

describe('the country that a row is about', () => {
  const [abn, nzbn, uen, jcn] = ['47612345003', '9429000001236', '196800306E', '1700150000001'];
  const lei = 'INR2EJN1ERAN0W5ZP974';

  test.each<[what: string, row: TextRow, option: string | undefined, country: string | undefined]>([
    ['its country column', { country: 'Australia' }, undefined, 'AU'],
    ['the register that issued its ABN', { abn }, undefined, 'AU'],
    ['the register that issued its ACN', { acn: '001234564' }, undefined, 'AU'],
    ['the register that issued its NZBN', { nzbn }, undefined, 'NZ'],
    ['the register that issued its UEN', { uen }, undefined, 'SG'],
    ['the register that issued its corporate number', { jcn }, undefined, 'JP'],
    ['--country, where the row gives none', { website: 'kestrelvane.com' }, 'AU', 'AU'],
    ['its country column before --country', { country: 'New Zealand' }, 'AU', 'NZ'],
    ['its register before --country', { nzbn }, 'AU', 'NZ'],
    ['its register before its headquarters', { abn, country: 'United States' }, undefined, 'AU'],
    ['its headquarters, where it is registered there too', { abn, nzbn, country: 'NZ' }, undefined, 'NZ'],
    ['what is stated for the record, before all else', { abn, country: 'NZ', 'record country': 'SG' }, 'JP', 'SG'],
    ['not known from an LEI or a CIK', { lei, cik: '9123456' }, undefined, undefined],
  ])('is %s', (_, row, option, country) => {
    expect(convert({ name: 'Kestrel Vane', ...row }, option).record?.country).toBe(country);
  });

  test('does not affect the headquarters or the key', () => {
    expect(recordOf({ abn, country: 'United States' })).toMatchObject({ hq_country: 'US', key: `abn:${abn}` });
    expect(recordOf({ abn })?.hq_country).toBeUndefined();
    expect(convert({ name: 'Kestrel Vane' }, 'AU').record?.key).toBe('name:kestrel vane|AU');
  });
});

test('no note repeats a value', () => {
  const cells = {
    abn: 'secret1',
    acn: 'secret2',
    website: 'secret 3',
    employees: 'secret4',
    size: 'secret5',
    revenue: 'secret6',
  };
  const notes = notesOf({
    ...cells,
    type: 'secret7',
    country: 'secret8',
    phone: '6.1E+10',
    email: 'secret9',
    founded: 'secret',
  });
  expect([notes.length, notes.join().includes('secret')]).toEqual([11, false]);
});
