import type { IdentifierScheme } from '@orgdex/contract';
import { isSharedHost, parseFqdn, parseWebsite } from '../../rules/domain.ts';
import { digitSchemes, parseIdentifier, whyNot } from '../../rules/identifier.ts';
import { unfloat } from './clean.ts';
import type { Said } from './said.ts';

/** How many digits a number has, and the fewest that are left when its zeros are lost: fewer are a typing error. */
const padded: Partial<Record<IdentifierScheme, { digits: number; least: number }>> = {
  acn: { digits: 9, least: 5 },
  duns: { digits: 9, least: 7 },
};
const numeric = new Set(digitSchemes);

/** The digits, without a label and the signs between groups. */
const toDigits = (text: string) => text.replace(/^(?!T\d)[A-Za-z]+[\s:.#-]*/, '').replace(/[-.\s]/gu, '');

function numberOf(scheme: IdentifierScheme, text: string): string | undefined {
  const whole = unfloat(text);
  if (whole === undefined) return undefined;
  const digits = toDigits(whole);
  const { digits: length = 0, least = 0 } = padded[scheme] ?? {};
  return /^\d+$/.test(digits) && digits.length >= least ? digits.padStart(length, '0') : digits;
}

/** The canonical identifier of a field, or nothing and a note. */
export function readIdentifier(said: Said, scheme: IdentifierScheme, field: string = scheme): string | undefined {
  const text = said.get(field);
  if (text === undefined) return undefined;
  const written = numeric.has(scheme) ? numberOf(scheme, text) : text;
  if (written === undefined) return said.note(field, 'a spreadsheet has cut its digits off');
  return parseIdentifier(scheme, written) ?? said.note(field, whyNot(scheme, written));
}

/** The domain that is the company's own: given as such, also as an address, or its website's front page. */
export function readFqdn(said: Said, fields: { fqdn: string; website: string }): string | undefined {
  const text = said.get(fields.fqdn);
  const given = text === undefined ? undefined : (parseFqdn(text) ?? parseWebsite(text)?.host);
  if (text !== undefined && !given) said.note(fields.fqdn, 'not a domain name');
  const site = given ? undefined : parseWebsite(said.get(fields.website) ?? '');
  const host = given ?? (site?.root ? site.host : undefined);
  if (host === undefined || !isSharedHost(host)) return host;
  return said.note(given ? fields.fqdn : fields.website, 'a host that many share tells no company');
}
