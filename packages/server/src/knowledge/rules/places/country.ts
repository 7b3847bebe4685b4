import { type SupportedCountry, supportedCountries } from '@orgdex/contract';
import { isoCountries } from './iso-countries.ts';

/** An ISO 3166-1 alpha-2 code. */
export type Country = string & { readonly brand: 'country' };

const englishNames = new Intl.DisplayNames('en', { type: 'region' });

// Names for which the library's English name contains a political note or a second name in parentheses.
const ownNames: Record<string, string> = {
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
};

// Upper-casing alone would let ſg pass for SG.
const codeOf = (text: string): string | undefined => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined);

/** @example parseSupportedCountry('nz') // 'NZ' */
export function parseSupportedCountry(text: string): SupportedCountry | undefined {
  const code = codeOf(text);
  return supportedCountries.find((supported) => supported === code);
}

/** Any country of ISO 3166, supported or not. */
export function parseCountry(text: string): Country | undefined {
  const code = codeOf(text);
  return code !== undefined && isoCountries.has(code) ? (code as Country) : undefined;
}

// The library takes microseconds for a name, and every profile has one.
const names = new Map<string, string>(Object.entries(ownNames));

/** @example countryName('HK') // 'Hong Kong' */
export function countryName(code: Country | SupportedCountry): string {
  const known = names.get(code);
  if (known !== undefined) return known;
  const name = englishNames.of(code) ?? code;
  names.set(code, name);
  return name;
}
