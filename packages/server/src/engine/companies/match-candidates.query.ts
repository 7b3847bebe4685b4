import { mistypedAs, type SearchName } from '../../rules/names/search-words.ts';
import { absent } from '../documents.ts';
import { searchTimeouts } from '../timeouts.ts';
import { type Query, tier } from './company-name.query.ts';

/** What an item says that the search index knows. */
export interface CandidateQuery {
  /** Domains, slugs and register numbers. */
  readonly codes: readonly string[];
  readonly ids: readonly string[];
  readonly name?: SearchName | undefined;
  readonly country?: string | undefined;
  readonly region?: string | undefined;
}

/** The most companies that are compared with an item. */
const maxCandidates = 15;

const leastPrefix = 4;

/** One word: as it is, misspelled, or the beginning of a longer one. */
function wordQuery(word: string): Query {
  const near = mistypedAs(word) ?? [];
  const queries = [
    { term: { names: word } },
    ...(near.length > 0 ? [tier(3, { terms: { near } })] : []),
    ...(word.length >= leastPrefix ? [tier(3, { prefix: { names: word } })] : []),
  ];
  return queries.length === 1 ? (queries[0] as Query) : { dis_max: { queries } };
}

function nameQueries({ key, words }: SearchName): Query[] {
  const phrase = words.length > 1 ? [{ match_phrase: { names: { query: words.join(' '), boost: 0.5 } } }] : [];
  return [tier(20, { term: { key } }), ...phrase, ...[...new Set(words)].map(wordQuery)];
}

/**
 * Companies that an item may mean, the most similar first. The scores of the engine only choose whom to compare: they
 * differ a little between copies of a shard.
 */
export function candidatesQuery({ codes, ids, name, country, region }: CandidateQuery) {
  const certain = [
    ...(ids.length > 0 ? [tier(1000, { terms: { id: ids } })] : []),
    ...(codes.length > 0 ? [tier(1000, { bool: { should: codes.map((code) => ({ term: { codes: code } })) } })] : []),
  ];
  const located = region === undefined ? [] : [tier(2, { term: { region } })];
  const named = name ? nameQueries(name) : [];
  // A company with the right number may be in another country than the item says.
  const inCountry = country === undefined ? [] : [{ terms: { country: [country, absent] } }];
  const byName = {
    bool: { filter: inCountry, must: [{ bool: { should: named, minimum_should_match: 1 } }], should: located },
  };
  const should = [...certain, ...(named.length > 0 ? [byName] : [])];
  return {
    query: should.length === 1 ? should[0] : { bool: { should, minimum_should_match: 1 } },
    size: maxCandidates,
    track_total_hits: false,
    _source: false,
    timeout: `${searchTimeouts.searchMs}ms`,
  };
}
