import { defaultCountry, supportedCountries } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { countryName, countryOrDefault, isoCountries, parseCountry, parseSupportedCountry } from './country.ts';

test('the supported countries in English', () => {
  expect(supportedCountries.map(countryName)).toEqual([
    'Australia',
    'New Zealand',
    'Singapore',
    'Malaysia',
    'Indonesia',
    'Philippines',
    'Hong Kong',
    'Japan',
    'Vietnam',
    'South Korea',
    'Thailand',
    'United States',
    'Canada',
  ]);
});

test('a code in any case, and nothing else', () => {
  expect(parseSupportedCountry('nz')).toBe('NZ');
  for (const text of ['GB', '', ' NZ', 'NZL', 'ſg', 'XX']) expect(parseSupportedCountry(text)).toBeUndefined();
  expect(parseCountry('gb')).toBe('GB');
  for (const text of ['XX', 'UK', '', 'GBR', 'EU']) expect(parseCountry(text)).toBeUndefined();
});

test('a request that names no country means the default country', () => {
  expect(countryOrDefault('nz')).toBe('nz');
  for (const nothing of [undefined, null, 7]) expect(countryOrDefault(nothing)).toBe(defaultCountry);
});

test('all 249 codes of ISO 3166 have a plain name', () => {
  expect(isoCountries.size).toBe(249);
  for (const code of isoCountries) {
    const country = parseCountry(code) ?? expect.fail(code);
    expect(countryName(country)).toMatch(/^\p{Lu}.{3,}$/u);
    expect(countryName(country)).not.toMatch(/SAR| - |\((?!Keeling)/);
  }
});
