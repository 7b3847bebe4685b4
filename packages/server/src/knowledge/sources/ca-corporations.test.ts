import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { caCorporations as source } from './ca-corporations.ts';
import { Reject } from './row-outcome.ts';

type Row = Parameters<typeof source.toRecord>[0];

const row: Row = {
  'Corporation number': '9990001',
  'Business number (BN)': '999999907',
  'Corporate name - form 1': 'KESTREL INC.',
  'Corporate name - form 2': '',
  'Governing legislation': 'Canada Business Corporations Act',
  Status: 'Active',
  'Status Detail': '',
  Street: '12 Example Street',
  'Street 2': 'Suite 3',
  'City/town': 'Ottawa',
  'Province/territory': 'ON',
  Country: 'CA',
  'Postal code': 'K1A 0A1',
};
const outcomeOf = (changes: Partial<Row>) => source.toRecord({ ...row, ...changes }, new Set()) as CompanyRecord;

test('a corporation, without a founding year', () => {
  expect(outcomeOf({})).toEqual({
    type: 'company',
    key: '9990001',
    country: 'CA',
    name: 'KESTREL INC.',
    identifiers: { registrations: { 'ca-corporation': '9990001', 'ca-bn': '999999907' } },
    hq_location: '12 Example Street, Suite 3, Ottawa ON K1A 0A1',
    hq_country: 'CA',
    locations: ['12 Example Street, Suite 3, Ottawa ON K1A 0A1'],
    states: ['CA-ON'],
    org_registers: { ised: 'Active' },
  });
});

test('files with seventeen columns give the same as files with eighteen', () => {
  const columns = Object.keys(row).filter((name) => name !== 'Status Detail') as (keyof Row)[];
  const reader = source.format.open();
  const file = `\ufeff${columns.join(',')}\n${columns.map((name) => row[name]).join(',')}\n`;
  expect(reader.take(Buffer.from(file))).toEqual([{ line: 2, row }]);
});

describe('numbers', () => {
  const registrationsOf = (changes: Partial<Row>) => outcomeOf(changes).identifiers?.registrations;

  test('the corporation number has one form', () => {
    expect(outcomeOf({ 'Corporation number': '999000-1' })).toEqual(outcomeOf({}));
    for (const number of ['', 'A12345', '1234567890']) {
      expect(outcomeOf({ 'Corporation number': number })).toEqual(new Reject('Corporation number is not a number'));
    }
  });

  test('a business number with a wrong check digit is ignored, and the company is kept', () => {
    expect(registrationsOf({ 'Business number (BN)': '999999907RC0001' })).toHaveProperty('ca-bn', '999999907');
    for (const bn of ['', '999999908', '99999990']) {
      expect(registrationsOf({ 'Business number (BN)': bn })).toEqual({ 'ca-corporation': '9990001' });
    }
  });
});

describe('names', () => {
  const namesOf = (one: string, two: string) => {
    const { name, trading_names } = outcomeOf({ 'Corporate name - form 1': one, 'Corporate name - form 2': two });
    return [name, trading_names];
  };

  test('the second form is kept with the first, and replaces a missing first form', () => {
    expect(namesOf('Kestrel Foundation', 'Fondation Kestrel')).toEqual(['Kestrel Foundation', ['Fondation Kestrel']]);
    expect(namesOf('Kestrel', 'Kestrel')).toEqual(['Kestrel', undefined]);
    expect(namesOf('', 'Fondation Kestrel')).toEqual(['Fondation Kestrel', undefined]);
  });

  test('without any the row is rejected with its key', () => {
    expect(outcomeOf({ 'Corporate name - form 1': ' ' })).toEqual(new Reject('Corporate name is empty', '9990001'));
  });
});

test('the detail is more specific than the status', () => {
  const detail = 'Active - Dissolution Pending (non-compliance)';
  expect(outcomeOf({ 'Status Detail': detail }).org_registers).toEqual({ ised: detail });
  expect(outcomeOf({ Status: '' })).not.toHaveProperty('org_registers');
});

test.each([
  ['Canada Business Corporations Act', undefined],
  ['Canada Not-for-profit Corporations Act', 'Nonprofit'],
  ['Canada Cooperatives Act', 'Cooperative'],
  ['Boards of Trade Act', undefined],
])('the %s gives the type %s', (act, type) => {
  expect(outcomeOf({ 'Governing legislation': act }).company_type).toBe(type);
});

test('headquarters abroad are not in Canada, and their state is not a province', () => {
  const abroad = outcomeOf({ Country: 'US', 'City/town': 'Ontario', 'Province/territory': 'ON' });
  expect(abroad.hq_country).toBe('US');
  expect(abroad).not.toHaveProperty('states');
});
