import { expect, test } from 'vitest';
import { cityOf } from './city.ts';

test.each<[string | undefined, string, string | undefined]>([
  ['AU', 'Fremantle, Western Australia', 'Fremantle'],
  ['AU', '12 Smith Street, Fremantle WA 6160', 'Fremantle'],
  ['AU', 'Mount Gambier, South Australia', 'Mount Gambier'],
  ['AU', 'NSW 2000', undefined],
  ['AU', 'Geelong VIC 3241', 'Geelong'],
  ['NZ', 'Auckland, Auckland', 'Auckland'],
  ['SG', 'Singapore', 'Singapore'],
  ['US', 'Portland, Oregon', 'Portland'],
  ['JP', '兵庫県姫路市', '姫路市'],
  ['JP', '京都府京都市', '京都市'],
  ['VN', 'Cần Thơ', 'Cần Thơ'],
  [undefined, 'Paris', 'Paris'],
])('the city of %s "%s" is %s', (country, location, city) => {
  expect(cityOf(country, location)).toBe(city);
});
