import { type SupportedCountry, supportedCountries } from '@orgdex/contract';
import { foldText } from '../titles/normalize.ts';
import { type Country, countryName } from './country.ts';
import { regionNames } from './region-names.ts';

/** Words next to a region's name that only say what kind of region it is. */
const kinds =
  /^(?:state of|province of|provinsi|negeri|tinh|thanh pho|tp\.?|จังหวัด)\s*|\s*(?:prefecture|province|region|state|県)$/u;

const keyOf = (folded: string) => folded.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

function regionsOf(country: SupportedCountry): ReadonlyMap<string, string> {
  const regions = regionNames[country].split(';').map((region) => region.trim().split('='));
  return new Map(
    regions.flatMap(([code = '', names = '']) => {
      const iso = `${country}-${code}`;
      const keys = [iso, code, ...names.split('|')].map((name) => keyOf(foldText(name)));
      return [code, ...keys].map((key) => [key, iso]);
    }),
  );
}

const byCountry = new Map<string, ReadonlyMap<string, string>>(
  supportedCountries.filter((country) => regionNames[country]).map((country) => [country, regionsOf(country)]),
);

/**
 * The ISO 3166-2 code of a region of that country, from its code, its English or its native name.
 *
 * @example parseRegion('JP', '鳥取県') // 'JP-31'
 */
export function parseRegion(country: string, text: string): string | undefined {
  const regions = byCountry.get(country);
  // Registers with millions of rows write the code itself, which needs no normalization.
  const asWritten = regions?.get(text);
  if (!regions || asWritten) return asWritten;
  const folded = foldText(text).trim();
  return regions.get(keyOf(folded)) ?? regions.get(keyOf(folded.replace(kinds, '')));
}

const names: ReadonlyMap<string, string> = new Map(
  supportedCountries.flatMap((country) =>
    regionNames[country].split(';').flatMap((region) => {
      const [code = '', all = ''] = region.trim().split('=');
      return code ? [[`${country}-${code}`, all.split('|')[0] ?? all] as const] : [];
    }),
  ),
);

/** @example regionName('AU-WA') // 'Western Australia' */
export const regionName = (region: string): string | undefined => names.get(region);

/** Japanese and Korean addresses start with the region. */
const opening = /^(?:〒[\d-]+\s*)?(\p{Script=Han}{2,3}[都道府県]|\p{Script=Hangul}+)/u;

/** Where an address names its region. Others end with it, before the postcode: `Geelong VIC 3241`. */
function regionsNamedIn(address: string): string[] {
  const [, first] = opening.exec(address) ?? [];
  const words = address
    .slice(address.lastIndexOf(',') + 1)
    .split(/\s+/)
    .filter(Boolean);
  const end = words.findLastIndex((word) => !/\d/.test(word)) + 1;
  const endings = words.slice(0, end).map((_, at) => words.slice(at, end).join(' '));
  return first ? [first, ...endings] : endings;
}

/**
 * The country of an address that names one of these regions (ISO 3166-2), or ends with its country. An address alone
 * could be anywhere, and so could the regions: together they are unambiguous.
 *
 * @example countryOfAddress('Sydney, New South Wales', ['AU-NSW']) // 'AU'
 */
export function countryOfAddress(address: string, regions: readonly string[]): Country | undefined {
  const names = regionsNamedIn(address);
  for (const region of regions) {
    const country = region.slice(0, 2) as Country;
    if (parseRegion(country, region) !== region) continue;
    if (names.some((name) => parseRegion(country, name) === region || name === countryName(country))) return country;
  }
  return undefined;
}
