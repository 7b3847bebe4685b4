import { type SupportedCountry, supportedCountries } from '@orgdex/contract';
import { regionNames } from './region-names.ts';
import { foldText } from './title-normal.ts';

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
