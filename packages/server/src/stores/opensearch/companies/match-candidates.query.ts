import { mistypedAs, type SearchName } from '../../../knowledge/rules/names/search-words.ts';
import { batchTimeouts } from '../deadlines.ts';
import { absent } from '../documents.ts';
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

/** The most companies with its identifiers, and with a similar name, that are compared with an item. */
const maxCandidates = 15;
/** And the most that are looked at for it. */
const maxNamesakes = 100;

const leastPrefix = 4;

/** A word that is misspelled, or the beginning of a longer one. */
function otherSpellings(word: string): Query[] {
  const near = mistypedAs(word) ?? [];
  return [
    ...(near.length > 0 ? [{ terms: { near } }] : []),
    ...(word.length >= leastPrefix ? [{ prefix: { names: word } }] : []),
  ];
}

const exactly = (word: string): Query => ({ term: { names: word } });

/** Names with all words but one, which is missing or in another spelling. */
function allButOne(words: readonly string[]): Query[] {
  return words.flatMap((word, at) => {
    const others = words.toSpliced(at, 1).map(exactly);
    const should = otherSpellings(word);
    const misspelled = { bool: { filter: [tier(1, { bool: { should } })], must: others, boost: 2 } };
    const missing = { bool: { must: others } };
    return [...(should.length > 0 ? [misspelled] : []), ...(others.length > 1 ? [missing] : [])];
  });
}

const page = {
  size: maxCandidates,
  track_total_hits: false,
  _source: false,
  timeout: `${batchTimeouts.searchMs}ms`,
};

/** Companies with an identifier of the item. They may be in another country than the item says. */
export function identifiedQuery({ codes, ids }: CandidateQuery) {
  const should = [
    ...(ids.length > 0 ? [tier(1, { terms: { id: ids } })] : []),
    ...codes.map((code) => tier(1, { term: { codes: code } })),
  ];
  return should.length > 0 ? { query: { bool: { should } }, ...page } : undefined;
}

interface NameSearch extends Pick<CandidateQuery, 'country' | 'region'> {
  readonly name: SearchName;
}

/** Companies with such a name. Of many, those in the region come first; in the query itself that would be slow. */
function namedQuery(should: readonly Query[], { country, region }: NameSearch) {
  const filter = country === undefined ? [] : [{ terms: { country: [country, absent] } }];
  const inRegion = region && { window_size: maxNamesakes, query: { rescore_query: tier(2, { term: { region } }) } };
  return {
    query: { bool: { filter, must: [{ bool: { should } }] } },
    ...(inRegion ? { rescore: inRegion } : {}),
    ...page,
  };
}

/**
 * Searches for a name like that of the item, the strictest first: each is only needed if those before it find nothing,
 * and takes longer. The scores of OpenSearch only choose which companies to compare: they differ a little between copies of a
 * shard.
 */
export function namesakeQueries(search: NameSearch) {
  const { key, words } = search.name;
  const distinct = [...new Set(words)];
  const allWords = { bool: { must: distinct.map(exactly), boost: 2 } };
  return [
    namedQuery([tier(1, { term: { key } })], search),
    namedQuery([allWords, ...allButOne(distinct)], search),
    // OpenSearch scores words by how rare they are, and passes over names that have only common ones.
    namedQuery(distinct.map(exactly), search),
  ];
}
