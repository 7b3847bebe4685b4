import { defaultCountry } from '@orgdex/contract';

/** The country that a request names, or else the default country. */
export const countryOrDefault = (requested: unknown): string =>
  typeof requested === 'string' ? requested : defaultCountry;
