import { identifierSchemes } from '@orgdex/contract';
import {
  type Fqdn,
  isSharedHost,
  parentsOf,
  parseFqdn,
  parseWebsite,
} from '../../../knowledge/rules/identifiers/domain.ts';
import { parseIdentifier } from '../../../knowledge/rules/identifiers/identifier.ts';
import { parseCompanyUrl } from '../../../knowledge/rules/identifiers/network.ts';

/** A slug is like any word, and a CIK like any number: neither is recognized without its URL or its digits in full. */
const numbers = identifierSchemes.filter((scheme) => !['fqdn', 'network', 'cik'].includes(scheme));

const hosts = (fqdn: Fqdn | undefined): string[] =>
  fqdn === undefined || isSharedHost(fqdn) ? [] : parentsOf(fqdn).filter((host) => !isSharedHost(host));

/**
 * What a text means if it is a domain, a URL, the URL of a company page or a register number.
 *
 * @example parseCodes('https://www.tdair.com.au/fleet') // ['tdair.com.au']
 */
export function parseCodes(q: string): string[] {
  const text = q.trim();
  const slug = parseCompanyUrl(text);
  if (slug) return [slug];
  const domains = text.includes('.') ? hosts(parseFqdn(text) ?? parseWebsite(text)?.host) : [];
  const found = /\d/.test(text) ? numbers.flatMap((scheme) => parseIdentifier(scheme, text) ?? []) : [];
  return [...new Set([...domains, ...found.map((code) => code.toLowerCase())])];
}

const isCodeLike = /^[\p{L}\p{N}][\p{L}\p{N}.-]*$/u;

/** The beginning of a domain or of a register number; undefined if the text cannot be one. */
export function parseCodePrefix(q: string): string | undefined {
  const text = q.trim().toLowerCase();
  const plain = /^[\d ]+$/.test(text) ? text.replaceAll(' ', '') : text.replace(/^(?:https?:\/\/)?(?:www\.)?/, '');
  return plain !== '' && isCodeLike.test(plain) ? plain : undefined;
}
