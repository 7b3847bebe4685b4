import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { type Fqdn, isSharedHost, parentsOf, parseFqdn } from '../identifiers/domain.ts';

/** What programs put around an address, outermost first: invisible characters, a name and brackets, a scheme, quotes, a list separator. */
const wrappings: readonly (readonly [RegExp, string])[] = [
  [/\p{Cf}+/gu, ''],
  [/^[^<>]*<([^<>]*)>[\s.,;]*$/u, '$1'],
  [/^\s*mailto:([^?]*).*$/isu, '$1'],
  [/^\s*(["'])(.*)\1\s*$/su, '$2'],
  [/[\s.,;]+$/u, ''],
];

/** Including a name next to it. Longer text is not an address, and would take long to scan. */
const longest = 1000;

/** The canonical form of an address, hashed to find it for an opt-out; undefined if the text is not an address. */
export function normalizeEmail(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const written = wrappings.reduce((rest, [around, kept]) => rest.replace(around, kept), text.normalize('NFKC'));
  const address = written.trim().toLowerCase().normalize('NFKC');
  return /^[^\s@]+@[^\s@]+$/u.test(address) ? address : undefined;
}

/**
 * The domain of a work email address. Undefined if many people or companies share it, as with a mail service.
 *
 * @example companyDomainOf('Avery@Sydney.KestrelVane.com.au') // 'sydney.kestrelvane.com.au'
 */
export function companyDomainOf(email: string): Fqdn | undefined {
  const address = normalizeEmail(email);
  const domain = address && parseFqdn(address.slice(address.lastIndexOf('@') + 1));
  return domain && !isSharedHost(domain) ? domain : undefined;
}

/** The domains under which the company of an email domain may be known: itself and its parents, nearest first. */
export const domainAndParents = (domain: Fqdn): Fqdn[] =>
  parentsOf(domain).filter((host) => host === domain || !isSharedHost(host));

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

/** Digits that look like a phone number; a register number may look the same. */
export const looksLikePhone = (text: string): boolean => /^[+(]?\d[\d\s().-]{6,}$/.test(text);

/** Text that may be a person's email address or phone number, in a field that must not contain one. */
export const looksLikeContact = (text: string): boolean => text.includes('@') || looksLikePhone(text);

/** Seven digits, with up to three characters other than letters between them. */
const digitsOfPhone = /\d(?:[^\p{L}\d]{0,3}\d){6,}/u;

/** Whether any part of the text could be an email address or a phone number. Prefers false positives to false negatives. */
export function mayHoldContact(text: string): boolean {
  const plain = text.normalize('NFKC');
  return /@|[([{]\s*at\s*[)\]}]/i.test(plain) || digitsOfPhone.test(plain);
}
