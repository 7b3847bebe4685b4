import { identifierSchemes, type SuggestedCompanies, type SuggestQuestion, suggestLimits } from '@orgdex/contract';
import {
  type Fqdn,
  isSharedHost,
  parentsOf,
  parseFqdn,
  parseWebsite,
} from '../../../knowledge/rules/identifiers/domain.ts';
import { parseIdentifier } from '../../../knowledge/rules/identifiers/identifier.ts';
import { parseCompanyUrl } from '../../../knowledge/rules/identifiers/network.ts';
import { isWholeWord, parseNameQuery } from '../../../knowledge/rules/names/search-words.ts';
import { readCards } from '../../../stores/opensearch/companies/cards.ts';
import { suggestIds } from '../../../stores/opensearch/companies/company-search.ts';
import type { ReadDeps } from '../../../stores/opensearch/index-reader.ts';
import { withMatchedNames } from './matched-name.ts';

/** One letter says too little, except in scripts where it is a syllable or a word. */
function isUsable(q: string): boolean {
  const { length } = [...q];
  return length <= suggestLimits.maxQuery && (length >= suggestLimits.minQuery || isWholeWord(q));
}

export async function suggestCompanies(deps: ReadDeps, question: SuggestQuestion): Promise<SuggestedCompanies> {
  const q = (question.q ?? '').toWellFormed().trim();
  if (!isUsable(q)) return { companies: [] };
  const name = parseNameQuery(q);
  const code = parseCodePrefix(q);
  if (!name && code === undefined) return { companies: [] };
  const country = question.country?.toUpperCase();
  const size = Number(question.size ?? suggestLimits.defaultSize);
  const reading = deps.reader.startSearching(deps.generation());
  const wanted = { ...(name && { name }), ...(code !== undefined && { code }), ...(country && { country }) };
  const cards = await readCards(reading, await suggestIds(reading, wanted, size));
  return { companies: withMatchedNames(cards, name) };
}

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
function parseCodePrefix(q: string): string | undefined {
  const text = q.trim().toLowerCase();
  const plain = /^[\d ]+$/.test(text) ? text.replaceAll(' ', '') : text.replace(/^(?:https?:\/\/)?(?:www\.)?/, '');
  return plain !== '' && isCodeLike.test(plain) ? plain : undefined;
}
