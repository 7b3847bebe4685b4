import { supportedCountries } from '@orgdex/contract';
import { countryName } from './country.ts';
import { parseRegion } from './region.ts';

const countryNames = new Set(supportedCountries.map((country) => countryName(country).toLowerCase()));

/** Japanese addresses start with the prefecture. */
const prefecture = /^(?:〒[\d-]+\s*)?\p{Script=Han}{2,3}?[都道府県](?=\p{Script=Han})/u;
/** The municipality with which a Japanese address continues. */
const municipality = /^\p{L}+?[市町村区]/u;

const isRegionOrCountry = (country: string | undefined, text: string): boolean =>
  countryNames.has(text.toLowerCase()) || (country !== undefined && parseRegion(country, text) !== undefined);

/** `Geelong VIC 3241` becomes `Geelong`. */
function withoutRegionAndPostcode(country: string | undefined, part: string): string {
  const words = part.split(/\s+/).filter(Boolean);
  while (words.length > 1 && /\d/.test(words.at(-1) as string)) words.pop();
  for (let length = Math.min(4, words.length - 1); length > 0; length -= 1) {
    if (isRegionOrCountry(country, words.slice(-length).join(' '))) {
      words.splice(-length);
      break;
    }
  }
  return words.join(' ');
}

function japaneseCity(address: string): string | undefined {
  const rest = address.replace(prefecture, '');
  return rest === address ? undefined : (municipality.exec(rest)?.[0] ?? undefined);
}

/**
 * The city in the text of a headquarters location: the last part that is not a region, a country, a postcode or a
 * street with a number. Undefined if nothing else is left.
 *
 * @example cityOf('AU', '12 Smith Street, Fremantle WA 6160') // 'Fremantle'
 */
export function cityOf(country: string | undefined, location: string): string | undefined {
  const japanese = japaneseCity(location.trim());
  if (japanese) return japanese;
  const parts = location
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const cities = parts
    .filter((part, at) => at === 0 || !isRegionOrCountry(country, part))
    .map((part) => withoutRegionAndPostcode(country, part))
    .filter((part) => part !== '' && !/\d/.test(part));
  const [only] = cities.length === 1 ? cities : [];
  if (only !== undefined) return parts.length === 1 && isRegionOnly(country, only) ? undefined : only;
  return cities.at(-1);
}

/** The code of a region alone, as in `NSW 2000`, is no city; its name may be one: Auckland, Singapore. */
const isRegionOnly = (country: string | undefined, text: string): boolean =>
  /^[A-Z]{2,3}$/.test(text) && country !== undefined && parseRegion(country, text) !== undefined;
