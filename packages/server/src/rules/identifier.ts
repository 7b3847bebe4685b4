import { type IdentifierScheme, identifierSchemes, type SupportedCountry } from '@orgdex/contract';
import { abnShape, parseAbn } from './abn.ts';
import { acnShape, parseAcn } from './acn.ts';
import { withoutBlanks } from './blanks.ts';
import { parseCik } from './cik.ts';
import { parseFqdn } from './domain.ts';
import { parseDuns } from './duns.ts';
import { jcnShape, parseJcn } from './jcn.ts';
import { leiShape, parseLei } from './lei.ts';
import { parseCompanyName } from './network.ts';
import { nzbnShape, parseNzbn } from './nzbn.ts';
import { parseUen, uenShape } from './uen.ts';

interface Scheme {
  parse: (text: string) => string | undefined;
  /** Why a text is refused, as the end of a sentence. */
  otherwise: string;
  /** The shape of a text whose check digit is compared. */
  checked?: { test: (text: string) => boolean };
  /**
   * Who gives the number: a national register, the global one, or none. Two companies never share a register number;
   * they may share anything else.
   */
  register?: 'national' | 'global';
  /** The country whose companies get the number. A CIK may belong to a company of any country. */
  country?: SupportedCountry;
  /** The number consists of digits only, so a spreadsheet may have changed how it is written. */
  digits?: true;
}

/** Everything that tells one scheme from another. The contract has their names, in the same order. */
const schemes: Readonly<Record<IdentifierScheme, Scheme>> = {
  abn: {
    parse: parseAbn,
    otherwise: 'it is not 11 digits',
    checked: abnShape,
    register: 'national',
    country: 'AU',
    digits: true,
  },
  acn: {
    parse: parseAcn,
    otherwise: 'it is not 9 digits, or all of them are zero',
    checked: acnShape,
    register: 'national',
    country: 'AU',
    digits: true,
  },
  nzbn: {
    parse: parseNzbn,
    otherwise: 'it is not 13 digits that start with 9429',
    checked: nzbnShape,
    register: 'national',
    country: 'NZ',
    digits: true,
  },
  uen: {
    parse: parseUen,
    otherwise: 'it has none of the three forms of a UEN',
    checked: uenShape,
    register: 'national',
    country: 'SG',
  },
  jcn: {
    parse: parseJcn,
    otherwise: 'it is not 13 digits',
    checked: jcnShape,
    register: 'national',
    country: 'JP',
    digits: true,
  },
  lei: {
    parse: parseLei,
    otherwise: 'it is not 18 letters or digits and two digits',
    checked: leiShape,
    register: 'global',
  },
  cik: {
    parse: parseCik,
    otherwise: 'it is not 1 to 10 digits, or all of them are zero',
    register: 'national',
    digits: true,
  },
  duns: { parse: parseDuns, otherwise: 'it is not 9 digits, or all of them are zero', digits: true },
  fqdn: { parse: parseFqdn, otherwise: 'it is not a domain name' },
  network: { parse: parseCompanyName, otherwise: 'it is neither the slug nor the address of a company page' },
};

const schemesWhere = (holds: (scheme: Scheme) => boolean): readonly IdentifierScheme[] =>
  identifierSchemes.filter((name) => holds(schemes[name]));

/** Register numbers: equal numbers are one company, two different numbers of one register are two companies. */
export const strongSchemes = schemesWhere(({ register }) => register !== undefined);
/** Ways to reach a company, which change hands and may be shared. */
export const weakSchemes = schemesWhere(({ register }) => register === undefined);
export const nationalSchemes = schemesWhere(({ register }) => register === 'national');
export const digitSchemes = schemesWhere(({ digits }) => digits === true);

/** The country whose companies get numbers of this scheme, if there is one. */
export const countryOfScheme = (scheme: string): SupportedCountry | undefined =>
  Object.hasOwn(schemes, scheme) ? schemes[scheme as IdentifierScheme].country : undefined;

/** The canonical value of an identifier; undefined if the text is not valid. */
export const parseIdentifier = (scheme: IdentifierScheme, text: string): string | undefined =>
  schemes[scheme].parse(text);

/** Why `parseIdentifier` refuses this text, as the end of a sentence. */
export function whyNot(scheme: IdentifierScheme, text: string): string {
  const { checked, otherwise } = schemes[scheme];
  return checked?.test(withoutBlanks(text)) ? 'its check digit does not fit' : otherwise;
}

export type Registration = { scheme: `reg.${string}`; value: string };

/** A number of a register that has no scheme. */
export function parseRegistration(code: string, number: string): Registration | undefined {
  const value = withoutBlanks(number).toUpperCase();
  if (!/^[A-Za-z0-9_.-]{1,32}$/.test(code) || !/^\P{C}{1,64}$/u.test(value)) return undefined;
  return { scheme: `reg.${code}`, value };
}
