import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { pdl as source } from './pdl.ts';
import { Reject, Skip } from './row-outcome.ts';

type Row = Parameters<typeof source.toRecord>[0];

const row: Row = {
  country: 'australia',
  founded: '2001',
  id: 'kestrelvane0000000000000001',
  industry: 'construction',
  linkedin_url: 'linkedin.com/company/kestrel-vane',
  locality: 'ballarat',
  name: 'kestrel vane pty ltd',
  region: 'victoria',
  size: '51-200',
  website: 'kestrelvane.com.au',
};
const outcomeOf = (changes: Partial<Row>, ...switches: string[]) =>
  source.toRecord({ ...row, ...changes }, new Set(switches)) as CompanyRecord;

const rowsOf = (text: string) => {
  const reader = source.format.open();
  return [...reader.take(Buffer.from(text)), ...reader.end()].map((placed) => placed.row);
};

test('a page fills every field it has', () => {
  expect(outcomeOf({})).toEqual({
    type: 'company',
    key: 'kestrelvane0000000000000001',
    country: 'AU',
    name: 'Kestrel Vane Pty Ltd',
    identifiers: { network: 'kestrel-vane' },
    website: 'http://kestrelvane.com.au/',
    hq_location: 'Ballarat, Victoria',
    hq_country: 'AU',
    year_founded: 2001,
    company_size: '51-200',
    industries: ['Construction'],
    states: ['AU-VIC'],
  });
});

describe('files', () => {
  test('the present CSV and the JSON lines give the same rows', () => {
    const csv = 'country,founded,id,industry,linkedin_url,locality,name,region,size,website\n';
    const cells = 'japan,2010,1,,linkedin.com/company/k,,"k \\"v\\"",,1-10,';
    const json = { id: '1', name: 'k "v"', founded: 2010, size: '1-10', country: 'japan', website: null, region: null };
    const line = JSON.stringify({ ...json, industry: null, locality: null, linkedin_url: 'linkedin.com/company/k' });
    const [fromCsv] = rowsOf(`${csv}${cells}\n`);
    expect(fromCsv).toMatchObject({ name: 'k "v"', founded: '2010' });
    expect(rowsOf(`${line}\n`)).toEqual([fromCsv]);
  });

  test('the CSV of 2019 has its quotes doubled, and a backslash there is data', () => {
    const header = ',name,domain,year founded,industry,size range,locality,country,linkedin url,x,y\n';
    const cells = '7,"k ""v"", \\",k.com,1911.0,retail,1001 - 5000,"new york, new york, united states",united states,';
    const [first] = rowsOf(`${header}${cells}linkedin.com/company/k,1,2\n`) as [Row];
    expect(first).toMatchObject({ id: '', region: '', name: 'k "v", \\', website: 'k.com' });
    expect(source.toRecord(first, new Set())).toMatchObject({
      key: 'k',
      hq_location: 'New York',
      states: ['US-NY'],
      company_size: '1001-5000',
      year_founded: 1911,
    });
  });
});

describe('places', () => {
  test.each([
    ['st. kilda', 'victoria', 'St. Kilda, Victoria'],
    ["st. john's", 'newfoundland and labrador', "St. John's, Newfoundland and Labrador"],
    ['the rocks', '', 'The Rocks'],
    ['', 'victoria', 'Victoria'],
    ['singapore', 'singapore', 'Singapore'],
  ])('%j in %j is %s', (locality, region, place) => {
    expect(outcomeOf({ locality, region }).hq_location).toBe(place);
  });

  test.each([
    ['melbourne, victoria, australia', 'Melbourne, Victoria', ['AU-VIC']],
    ['melbourne, australia', 'Melbourne', undefined],
    ['', undefined, undefined],
  ])('without an id, %j is %s', (locality, place, states) => {
    const outcome = outcomeOf({ id: '', region: '', locality });
    expect([outcome.hq_location, outcome.states]).toEqual([place, states]);
  });
});

describe('countries', () => {
  test('one that is not supported is skipped unless switched on', () => {
    expect(outcomeOf({ country: 'france' })).toEqual(new Skip('country not supported'));
    expect(outcomeOf({ country: 'france' }, 'other-countries')).toMatchObject({ country: 'FR', hq_country: 'FR' });
  });

  test('a missing or unknown one never becomes a record for every country', () => {
    for (const country of ['', ' ', 'atlantis'])
      for (const switches of [[], ['other-countries']])
        expect(outcomeOf({ country }, ...switches)).toEqual(new Skip('unknown country'));
  });
});

test('a website may have a path, and is omitted if invalid', () => {
  expect(outcomeOf({ website: 'example.com/sg' }).website).toBe('http://example.com/sg');
  for (const website of ['', 'not a website']) expect(outcomeOf({ website })).not.toHaveProperty('website');
});

test('an unknown industry, size or year is omitted', () => {
  const outcome = outcomeOf({ industry: 'kite flying', size: 'many', founded: '20' });
  for (const field of ['industries', 'company_size', 'year_founded']) expect(outcome).not.toHaveProperty(field);
});

test('a row without a key is skipped, and one without a name is rejected', () => {
  expect(outcomeOf({ id: '', linkedin_url: 'x.com/y' })).toEqual(new Skip('no id and no network page'));
  expect(outcomeOf({ name: ' ' })).toEqual(new Reject('name is empty', row.id));
});
