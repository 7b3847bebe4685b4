import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

const digitsOnly = /^\d{6,15}$/;

/**
 * The canonical form of a number, hashed to find it for an opt-out: E.164, or only its digits if the country's numbering
 * plan does not contain it.
 *
 * @example normalisePhone('(02) 9374 4000', 'AU') // '+61293744000'
 */
export function normalizePhone(text: string, country: string | undefined): string | undefined {
  const written = text.normalize('NFKC');
  const parsed = parsePhoneNumberFromString(written, knownCountry(country));
  if (parsed?.isPossible()) return parsed.number;
  const digits = written.replace(/\D/g, '');
  return digitsOnly.test(digits) ? digits : undefined;
}

const knownCountry = (country: string | undefined): CountryCode | undefined =>
  country !== undefined && isSupportedCountry(country) ? country : undefined;
