import { defaultCountry, type SupportedCountry, supportedCountries } from '@orgdex/contract';

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

/** The officially assigned alpha-2 codes of ISO 3166-1. */
export const isoCountries: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
   CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
   GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT
   JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY
   MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM
   PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ
   TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(
    /\s+/,
  ),
);

/** The country that a request names, or else the default country. */
export const countryOrDefault = (requested: unknown): string =>
  typeof requested === 'string' ? requested : defaultCountry;
