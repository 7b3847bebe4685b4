import { type CompanySearch, searchLimits, suggestLimits } from '@orgdex/contract';
import { parseSearch } from '../../../server/src/api/companies/search/search-request.ts';
import { parseCodePrefix } from '../../../server/src/api/companies/search/suggest.ts';
import { parseNameQuery } from '../../../server/src/knowledge/rules/names/search-words.ts';
import { searchQuery, suggestQuery } from '../../../server/src/stores/opensearch/companies/company-search.query.ts';
import type { BenchRequest } from '../speed/requests.ts';
import type { NamedCompany } from './sample-companies.ts';

/** A request to the service, and the query that the service sends to OpenSearch for it. */
export interface Question {
  readonly service: BenchRequest;
  readonly query: object;
  /** How many companies of the result are shown. */
  readonly size: number;
}

/** A search for this company, as people type it. @param random from 0 to below 1 */
export type AskFor = (company: NamedCompany, random: () => number) => Question | undefined;

const wordsOf = (name: string): string[] => name.split(/\s+/u).filter(Boolean);
const firstLetters = (text: string, count: number): string => [...text].slice(0, count).join('');

/** The whole name, its first words, or its first words and the beginning of the next. */
function searchedName(name: string, random: () => number): string {
  const words = wordsOf(name.toLowerCase());
  const share = random();
  if (share < 0.5 || words.length === 1) return name;
  const complete = words.slice(0, -1);
  if (share < 0.75) return complete.join(' ');
  return [...complete, firstLetters(words.at(-1) ?? '', 3)].join(' ');
}

/** One search in four is limited to the country, and one in ten has no name but a region. */
function searchFor({ name, country, region }: NamedCompany, random: () => number): CompanySearch {
  const share = random();
  if (share < 0.1 && region !== null) return { filter: { region: [region] } };
  const q = firstLetters(searchedName(name, random), searchLimits.maxQuery);
  return share < 0.35 && country !== null ? { q, filter: { country: [country] } } : { q };
}

export const askSearch: AskFor = (company, random) => {
  const body = searchFor(company, random);
  const { query, size, sort } = parseSearch(body);
  return {
    service: { method: 'POST', path: '/companies/search', body: JSON.stringify(body) },
    query: searchQuery(query, { size, sort, spelling: 'exact' }),
    size,
  };
};

const shortestTyped = 3;

/** The first letters of the name, as many as may have been typed so far. */
export const askSuggest: AskFor = ({ name }, random) => {
  const longest = Math.min([...name].length, suggestLimits.maxQuery);
  const q = firstLetters(name, Math.min(longest, shortestTyped + Math.floor(random() * longest))).trim();
  const [words, code] = [parseNameQuery(q), parseCodePrefix(q)];
  if (q.length < suggestLimits.minQuery || (!words && code === undefined)) return undefined;
  const size = suggestLimits.defaultSize;
  return {
    service: { method: 'GET', path: `/companies/suggest?q=${encodeURIComponent(q)}` },
    query: suggestQuery({ ...(words && { name: words }), ...(code !== undefined && { code }) }, size),
    size,
  };
};
