import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

const digitsOnly = /^\d{6,15}$/;

/**
 * One spelling of a number, for the hash by which an opt-out finds it: E.164, or its bare digits where the plan of
 * the country does not know it.
 *
 * @example normalisePhone('(02) 9374 4000', 'AU') // '+61293744000'
 */
export function normalisePhone(text: string, country: string | undefined): string | undefined {
  const written = text.normalize('NFKC');
  const parsed = parsePhoneNumberFromString(written, knownCountry(country));
  if (parsed?.isPossible()) return parsed.number;
  const digits = written.replace(/\D/g, '');
  return digitsOnly.test(digits) ? digits : undefined;
}

const knownCountry = (country: string | undefined): CountryCode | undefined =>
  country !== undefined && isSupportedCountry(country) ? country : undefined;
