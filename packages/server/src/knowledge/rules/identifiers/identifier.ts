import { type IdentifierScheme, identifierSchemes, type SupportedCountry } from '@orgdex/contract';
import { parseFqdn } from './domain.ts';
import { parseCompanyName } from './network.ts';
import {
  abnShape,
  acnShape,
  jcnShape,
  leiShape,
  nzbnShape,
  parseAbn,
  parseAcn,
  parseCik,
  parseDuns,
  parseJcn,
  parseLei,
  parseNzbn,
  parseUen,
  uenShape,
  withoutSpaces,
} from './register-numbers.ts';
import { labelOf, lostDigits, toPlainNumber, type Writing } from './written-number.ts';

interface Scheme {
  parse: (text: string) => string | undefined;
  /** Why a text is rejected, as the end of a sentence. */
  otherwise: string;
  /** The shape of a text whose check digits are compared. */
  checked?: { test: (text: string) => boolean };
  /**
   * Who gives the number: a national register, the global one, or none. Two companies never share a register number;
   * they may share anything else.
   */
  register?: 'national' | 'global';
  /** The country whose companies get the number. A CIK may belong to a company of any country. */
  country?: SupportedCountry;
  /** How spreadsheets and letterheads write it. A number too short to have only lost its zeros is a typing error. */
  writing?: Writing;
}

/** Everything that distinguishes one scheme from another. The contract has their names, in the same order. */
const schemes: Readonly<Record<IdentifierScheme, Scheme>> = {
  abn: {
    parse: parseAbn,
    otherwise: 'an ABN has 11 digits',
    checked: abnShape,
    register: 'national',
    country: 'AU',
    writing: { label: labelOf('abn'), digits: {} },
  },
  acn: {
    parse: parseAcn,
    otherwise: 'it must have 9 digits that are not all zero',
    checked: acnShape,
    register: 'national',
    country: 'AU',
    writing: { label: labelOf('acn/arbn', 'acn', 'arbn'), digits: { length: 9, least: 5 } },
  },
  nzbn: {
    parse: parseNzbn,
    otherwise: 'it must have 13 digits and start with 9429',
    checked: nzbnShape,
    register: 'national',
    country: 'NZ',
    writing: { label: labelOf('nzbn'), digits: {} },
  },
  uen: {
    parse: parseUen,
    otherwise: 'it has none of the three formats of a UEN',
    checked: uenShape,
    register: 'national',
    country: 'SG',
    writing: { label: labelOf('uen') },
  },
  jcn: {
    parse: parseJcn,
    otherwise: 'it must have 13 digits',
    checked: jcnShape,
    register: 'national',
    country: 'JP',
    writing: { label: labelOf('jcn'), digits: {} },
  },
  lei: {
    parse: parseLei,
    otherwise: 'it must have 18 letters or digits followed by 2 digits',
    checked: leiShape,
    register: 'global',
    writing: { label: labelOf('lei') },
  },
  cik: {
    parse: parseCik,
    otherwise: 'it must have 1 to 10 digits that are not all zero',
    register: 'national',
    writing: { label: labelOf('cik'), digits: {} },
  },
  duns: {
    parse: parseDuns,
    otherwise: 'it must have 9 digits that are not all zero',
    writing: { label: labelOf('duns', 'd-u-n-s'), digits: { length: 9, least: 7 } },
  },
  fqdn: { parse: parseFqdn, otherwise: 'it is not a domain name' },
  network: { parse: parseCompanyName, otherwise: 'it is neither the slug nor the URL of a company page' },
};

const schemesWhere = (holds: (scheme: Scheme) => boolean): readonly IdentifierScheme[] =>
  identifierSchemes.filter((name) => holds(schemes[name]));

/** Register numbers: equal numbers are one company, two different numbers of one register are two companies. */
export const strongSchemes = schemesWhere(({ register }) => register !== undefined);
/** Ways to reach a company, which change hands and may be shared. */
export const weakSchemes = schemesWhere(({ register }) => register === undefined);
export const nationalSchemes = schemesWhere(({ register }) => register === 'national');

/** The country whose companies get numbers of this scheme, if there is one. */
export const countryOfScheme = (scheme: string): SupportedCountry | undefined =>
  Object.hasOwn(schemes, scheme) ? schemes[scheme as IdentifierScheme].country : undefined;

const plainOf = ({ writing }: Scheme, text: string): string | undefined =>
  writing ? toPlainNumber(text, writing) : text;

/**
 * The canonical value of an identifier; undefined if the text is not valid. Imports and requests both use it.
 *
 * @example parseIdentifier('abn', 'ABN 51 824 753 556') // '51824753556'
 */
export function parseIdentifier(name: IdentifierScheme, text: string): string | undefined {
  const scheme = schemes[name];
  // Registers write millions of numbers plainly: the other spellings are tried only where that fails.
  const asWritten = scheme.parse(text);
  if (asWritten !== undefined || !scheme.writing) return asWritten;
  const plain = plainOf(scheme, text);
  return plain === undefined ? undefined : scheme.parse(plain);
}

/** Why `parseIdentifier` rejects this text, as the end of a sentence. */
export function whyNot(name: IdentifierScheme, text: string): string {
  const scheme = schemes[name];
  const plain = plainOf(scheme, text);
  if (plain === undefined) return lostDigits;
  return scheme.checked?.test(withoutSpaces(plain)) ? 'the check digits do not match' : scheme.otherwise;
}

export type Registration = { scheme: `reg.${string}`; value: string };

/** A number of a register that has no scheme. */
export function parseRegistration(code: string, number: string): Registration | undefined {
  const value = withoutSpaces(number).toUpperCase();
  if (!/^[A-Za-z0-9_.-]{1,32}$/.test(code) || !/^\P{C}{1,64}$/u.test(value)) return undefined;
  return { scheme: `reg.${code}`, value };
}
