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

/** How a scheme is read, what its text must be like, and, where it has a check digit, the shape that is checked. */
type Rule = {
  parse: (text: string) => string | undefined;
  otherwise: string;
  checked?: { test: (text: string) => boolean };
};

// biome-ignore format: one scheme is one line
const schemes = {
  abn: { parse: parseAbn, otherwise: 'an ABN has 11 digits', checked: abnShape },
  acn: { parse: parseAcn, otherwise: 'it is not 9 digits, or all of them are zero', checked: acnShape },
  nzbn: { parse: parseNzbn, otherwise: 'it is not 13 digits that start with 9429', checked: nzbnShape },
  uen: { parse: parseUen, otherwise: 'it has none of the three forms of a UEN', checked: uenShape },
  jcn: { parse: parseJcn, otherwise: 'it is not 13 digits', checked: jcnShape },
  lei: { parse: parseLei, otherwise: 'it is not 18 letters or digits and two digits', checked: leiShape },
  cik: { parse: parseCik, otherwise: 'it is not 1 to 10 digits, or all of them are zero' },
  duns: { parse: parseDuns, otherwise: 'it is not 9 digits, or all of them are zero' },
  fqdn: { parse: parseFqdn, otherwise: 'it is not a domain name' },
  network: { parse: parseCompanyName, otherwise: 'it is neither the slug nor the address of a company page' },
} as const satisfies Record<string, Rule>;

export type Scheme = keyof typeof schemes;

/** Numbers of a register: equal ones are one company, different ones of the same register are two. */
export const strongSchemes = ['abn', 'acn', 'nzbn', 'uen', 'jcn', 'lei', 'cik'] as const satisfies readonly Scheme[];

/** The canonical value of an identifier, or undefined when it is none. */
export const parseIdentifier = (scheme: Scheme, text: string): string | undefined => schemes[scheme].parse(text);

/** Why `parseIdentifier` refuses this text, as the end of a sentence. */
export function whyNot(scheme: Scheme, text: string): string {
  const rule: Rule = schemes[scheme];
  return rule.checked?.test(withoutBlanks(text)) ? 'the check digits do not match' : rule.otherwise;
}

export type Registration = { scheme: `reg.${string}`; value: string };

/** A number of a register that has no scheme of its own. */
export function parseRegistration(code: string, number: string): Registration | undefined {
  const value = withoutBlanks(number).toUpperCase();
  if (!/^[A-Za-z0-9_.-]{1,32}$/.test(code) || !/^\P{C}{1,64}$/u.test(value)) return undefined;
  return { scheme: `reg.${code}`, value };
}
