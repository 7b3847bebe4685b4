import type { SupportedCountry } from '@orgdex/contract';
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
import { labelOf, lostDigits, toPlainNumber, type Writing } from './written-number.ts';

/**
 * How a scheme is read, what its text must be like, where it has check digits the shape that is checked, and where a
 * national register issues it the country.
 */
type Rule = {
  parse: (text: string) => string | undefined;
  otherwise: string;
  checked?: { test: (text: string) => boolean };
  country?: SupportedCountry;
};

// biome-ignore format: one scheme is one line
const schemes = {
  abn: { parse: parseAbn, otherwise: 'an ABN has 11 digits', checked: abnShape, country: 'AU' },
  acn: { parse: parseAcn, otherwise: 'it must have 9 digits that are not all zero', checked: acnShape, country: 'AU' },
  nzbn: { parse: parseNzbn, otherwise: 'it must have 13 digits and start with 9429', checked: nzbnShape, country: 'NZ' },
  uen: { parse: parseUen, otherwise: 'it has none of the three formats of a UEN', checked: uenShape, country: 'SG' },
  jcn: { parse: parseJcn, otherwise: 'it must have 13 digits', checked: jcnShape, country: 'JP' },
  lei: { parse: parseLei, otherwise: 'it must have 18 letters or digits followed by 2 digits', checked: leiShape },
  cik: { parse: parseCik, otherwise: 'it must have 1 to 10 digits that are not all zero' },
  duns: { parse: parseDuns, otherwise: 'it must have 9 digits that are not all zero' },
  fqdn: { parse: parseFqdn, otherwise: 'it is not a domain name' },
  network: { parse: parseCompanyName, otherwise: 'it is neither the slug nor the URL of a company page' },
} as const satisfies Record<string, Rule>;

/** How numbers are written in spreadsheets and on letterheads; a number too short to have only lost zeros is a typing error. */
const writings: Partial<Record<Scheme, Writing>> = {
  abn: { label: labelOf('abn'), digits: {} },
  acn: { label: labelOf('acn/arbn', 'acn', 'arbn'), digits: { length: 9, least: 5 } },
  nzbn: { label: labelOf('nzbn'), digits: {} },
  uen: { label: labelOf('uen') },
  jcn: { label: labelOf('jcn'), digits: {} },
  lei: { label: labelOf('lei') },
  cik: { label: labelOf('cik'), digits: {} },
  duns: { label: labelOf('duns', 'd-u-n-s'), digits: { length: 9, least: 7 } },
};

export type Scheme = keyof typeof schemes;

/** Numbers of a register: equal ones are one company, different ones of the same register are two. */
export const strongSchemes = ['abn', 'acn', 'nzbn', 'uen', 'jcn', 'lei', 'cik'] as const satisfies readonly Scheme[];

/** The country whose register issues these numbers; LEIs and CIKs are issued to companies of any country. */
export const countryOfScheme = (scheme: Scheme): SupportedCountry | undefined => (schemes[scheme] as Rule).country;

const plainOf = (scheme: Scheme, text: string): string | undefined => {
  const writing = writings[scheme];
  return writing ? toPlainNumber(text, writing) : text;
};

/**
 * The canonical value of an identifier, or undefined when it is none. Imports and requests both read it here.
 *
 * @example parseIdentifier('abn', 'ABN 51 824 753 556') // '51824753556'
 */
export function parseIdentifier(scheme: Scheme, text: string): string | undefined {
  const { parse }: Rule = schemes[scheme];
  // Registers write millions of numbers plainly: the other spellings are tried only where that fails.
  const asWritten = parse(text);
  if (asWritten !== undefined || !writings[scheme]) return asWritten;
  const plain = plainOf(scheme, text);
  return plain === undefined ? undefined : parse(plain);
}

/** Why `parseIdentifier` refuses this text, as the end of a sentence. */
export function whyNot(scheme: Scheme, text: string): string {
  const rule: Rule = schemes[scheme];
  const plain = plainOf(scheme, text);
  if (plain === undefined) return lostDigits;
  return rule.checked?.test(withoutBlanks(plain)) ? 'the check digits do not match' : rule.otherwise;
}

export type Registration = { scheme: `reg.${string}`; value: string };

/** A number of a register that has no scheme of its own. */
export function parseRegistration(code: string, number: string): Registration | undefined {
  const value = withoutBlanks(number).toUpperCase();
  if (!/^[A-Za-z0-9_.-]{1,32}$/.test(code) || !/^\P{C}{1,64}$/u.test(value)) return undefined;
  return { scheme: `reg.${code}`, value };
}
