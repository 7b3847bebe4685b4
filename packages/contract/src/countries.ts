/** ISO country codes that both operations support, in the order of the specification. */
// biome-ignore format: a list of names
export const supportedCountries = [
  'AU', 'NZ', 'SG', 'MY', 'ID', 'PH', 'HK', 'JP', 'VN', 'KR', 'TH', 'US', 'CA',
] as const;
export type SupportedCountry = (typeof supportedCountries)[number];
/** The country of a request that names none. */
export const defaultCountry: SupportedCountry = 'AU';
