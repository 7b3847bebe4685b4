import { type SupportedCountry, supportedCountries } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { countryOfAddress, parseRegion } from './region.ts';
import { regionNames } from './region-names.ts';

const rowsOf = (country: SupportedCountry) =>
  regionNames[country] === '' ? [] : regionNames[country].split(';').map((region) => region.trim());
// biome-ignore format: one country after the other
const counts = { AU: 8, NZ: 17, SG: 0, MY: 16, ID: 38, PH: 99, HK: 0, JP: 47, VN: 63, KR: 17, TH: 77, US: 57, CA: 13 };

test.each(supportedCountries)('%s has as many regions as the standard, each with a unique code and name', (country) => {
  const rows = rowsOf(country);
  expect(rows).toHaveLength(counts[country]);
  expect(new Set(rows.map((row) => row.split('=')[0])).size).toBe(rows.length);
  for (const row of rows) {
    const [code = '', names = ''] = row.split('=');
    expect(code).toMatch(/^[A-Z0-9]{2,3}$/);
    for (const name of [code, `${country}-${code}`, ...names.split('|')])
      expect([name, parseRegion(country, name)]).toEqual([name, `${country}-${code}`]);
  }
});

test.each([
  ['AU', 'NSW', 'AU-NSW'],
  ['AU', ' vic. ', 'AU-VIC'],
  ['AU', 'AU-QLD', 'AU-QLD'],
  ['NZ', 'Auckland Region', 'NZ-AUK'],
  ['NZ', 'Manawatu Whanganui', 'NZ-MWT'],
  ['MY', 'Penang', 'MY-07'],
  ['ID', 'Provinsi Jawa Barat', 'ID-JB'],
  ['PH', 'METRO MANILA', 'PH-00'],
  ['PH', 'Ilocos Region', 'PH-01'],
  ['JP', '東京都', 'JP-13'],
  ['JP', '鳥取県', 'JP-31'],
  ['JP', '青森', 'JP-02'],
  ['JP', 'Hyōgo', 'JP-28'],
  ['JP', 'Osaka Prefecture', 'JP-27'],
  ['VN', 'Tỉnh Bắc Ninh', 'VN-56'],
  ['VN', 'TP. Hồ Chí Minh', 'VN-SG'],
  ['VN', 'Da Nang', 'VN-DN'],
  ['KR', '서울특별시', 'KR-11'],
  ['KR', 'gyeonggi-do', 'KR-41'],
  ['TH', 'กรุงเทพมหานคร', 'TH-10'],
  ['TH', 'จังหวัดเชียงใหม่', 'TH-50'],
  ['TH', 'Chonburi', 'TH-20'],
  ['US', 'ca', 'US-CA'],
  ['US', 'Washington, D.C.', 'US-DC'],
  ['US', 'State of New York', 'US-NY'],
  ['CA', 'QUÉBEC', 'CA-QC'],
  ['CA', 'Ile du Prince Edouard', 'CA-PE'],
])('in %s, %s is %s', (country, text, region) => {
  expect(parseRegion(country, text)).toBe(region);
});

test('text that is not a region of that country is rejected', () => {
  for (const [country, text] of [
    ['AU', 'California'],
    ['AU', 'AAT'],
    ['AU', ''],
    ['US', 'NSW'],
    ['SG', 'Singapore'],
    ['HK', 'Kowloon'],
    ['GB', 'London'],
    ['constructor', 'name'],
    ['US', 'New York City'],
    ['US', 'constructor'],
  ] as const)
    expect([country, text, parseRegion(country, text)]).toEqual([country, text, undefined]);
});

test('Thai marks count as letters: two provinces are never equal', () => {
  expect(parseRegion('TH', 'ตรัง')).toBe('TH-92');
  expect(parseRegion('TH', 'ตรง')).toBeUndefined();
});

describe('the country of an address', () => {
  test.each([
    ['Sydney, New South Wales', ['AU-NSW'], 'AU'],
    ['320 Mossquay Street, Geelong VIC 3241', ['AU-NSW', 'AU-VIC'], 'AU'],
    ['Toronto, Ontario M5V 2T6', ['CA-ON'], 'CA'],
    ['Perth, WA', ['AU-WA'], 'AU'],
    ['Sydney, Australia', ['AU-NSW'], 'AU'],
    ['〒100-0001 東京都千代田区', ['JP-13'], 'JP'],
    ['京都府京都市下京区', ['JP-26'], 'JP'],
    ['경기도 성남시', ['KR-41'], 'KR'],
    ['Auckland', ['NZ-AUK', 'AU-NSW'], 'NZ'],
  ])('%s with the regions %j is %s', (address, regions, country) => {
    expect(countryOfAddress(address, regions)).toBe(country);
  });

  test.each([
    ['London', ['AU-NSW'], 'the address names no region'],
    ['Seattle, WA', ['AU-NSW'], 'the region is not among those given'],
    ['12 Victoria Street, London', ['AU-VIC'], 'a street is no region'],
    ['Sydney, New South Wales', [], 'no region is given'],
    ['Sydney, NSW', ['NSW'], 'the region is not a code of the standard'],
    ['', ['AU-NSW'], 'there is no address'],
  ])('%j with the regions %j is unknown: %s', (address, regions) => {
    expect(countryOfAddress(address, regions)).toBeUndefined();
  });
});
