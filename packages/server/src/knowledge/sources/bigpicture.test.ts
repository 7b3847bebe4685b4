import type { CompanyRecord } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { bigpicture as source } from './bigpicture.ts';
import { Reject, Skip } from './row-outcome.ts';

type Row = Parameters<typeof source.toRecord>[0];

const row: Row = {
  handle: 'kestrel-vane',
  name: 'Kestrel Vane Pty Ltd',
  website: 'https://kestrelvane.com.au',
  industry: 'Construction',
  size: '51-200',
  type: 'Privately Held',
  founded: '2001',
  city: 'Ballarat',
  state: 'Victoria',
  country_code: 'AU',
};
const outcomeOf = (changes: Partial<Row>, ...switches: string[]) =>
  source.toRecord({ ...row, ...changes }, new Set(switches)) as CompanyRecord;

test('a page fills every field it has', () => {
  expect(outcomeOf({})).toEqual({
    type: 'company',
    key: 'kestrel-vane',
    country: 'AU',
    name: 'Kestrel Vane Pty Ltd',
    identifiers: { network: 'kestrel-vane' },
    website: 'https://kestrelvane.com.au/',
    hq_location: 'Ballarat, Victoria',
    hq_country: 'AU',
    company_type: 'Private Company',
    year_founded: 2001,
    company_size: '51-200',
    industries: ['Construction'],
    states: ['AU-VIC'],
  });
});

test.each([
  ['Public Company', 'Public Company'],
  ['Privately Held', 'Private Company'],
  ['Nonprofit', 'Nonprofit'],
  ['Partnership', 'Partnership'],
  ['Self-Employed', 'Sole Proprietorship'],
  ['Self-Owned', 'Sole Proprietorship'],
  ['Educational', 'Educational Institution'],
  ['Government Agency', 'Government Agency'],
  ['Holding of Holdings', undefined],
  ['constructor', undefined],
  ['', undefined],
])('%j is the type %s', (type, companyType) => {
  expect(outcomeOf({ type }).company_type).toBe(companyType);
});

test('line breaks in a name become spaces, and its case stays', () => {
  expect(outcomeOf({ name: 'KESTREL\r\n  "vane"\n' }).name).toBe('KESTREL "vane"');
});

test('a country that is not supported is skipped unless switched on', () => {
  expect(outcomeOf({ country_code: 'FR' })).toEqual(new Skip('country not supported'));
  expect(outcomeOf({ country_code: 'FR' }, 'other-countries').country).toBe('FR');
  expect(outcomeOf({ country_code: '' }, 'other-countries')).toEqual(new Skip('unknown country'));
});

test('a row without a handle or a name is rejected', () => {
  expect(outcomeOf({ handle: ' ' })).toEqual(new Reject('handle is not a valid page name'));
  expect(outcomeOf({ name: '\n' })).toEqual(new Reject('name is empty', 'kestrel-vane'));
});
