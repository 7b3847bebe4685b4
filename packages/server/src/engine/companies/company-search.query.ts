import { type Bound, type FacetName, type FilterFields, type SearchSort, searchLimits } from '@orgdex/contract';
import { mistypedAs, type NameQuery, type Phrase, pairsOfRun } from '../../rules/names/search-words.ts';
import { absent } from '../documents.ts';
import { searchTimeouts } from '../timeouts.ts';

type Query = Record<string, unknown>;

/** What a search looks for. */
export interface CompanyQuery {
  readonly name?: NameQuery | undefined;
  /** What the text means if it is a domain, a slug or a register number: these companies come first. */
  readonly codes: readonly string[];
  readonly filter: FilterFields;
  readonly not: FilterFields;
}

/** How a search reads the name: as it is, or with typing errors. */
export type Spelling = 'exact' | 'mistyped';

/** Words of one name are at most this far apart; the words of two names are farther. */
const sameName = { max_gaps: 90 };
const adjacent = { max_gaps: 0, ordered: true };

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

/** The words of a phrase, one after the other; the last one may be the beginning of a word. */
function phraseInterval(phrase: Phrase, isOpen: boolean): Query {
  if (!isOpen) return { match: { query: phrase.join(' '), ...adjacent } };
  const start = phrase.slice(0, -1);
  const prefix = { prefix: { prefix: phrase.at(-1) } };
  if (start.length === 0) return prefix;
  return { all_of: { ...adjacent, intervals: [{ match: { query: start.join(' '), ...adjacent } }, prefix] } };
}

/** Companies with a name that has all the phrases, in any order. */
function allPhrases(phrases: readonly Phrase[], isOpen: boolean): Query {
  const word = only(phrases);
  const single = word && only(word);
  if (single !== undefined) return isOpen ? { prefix: { names: single } } : { term: { names: single } };
  const intervals = phrases.map((phrase, at) => phraseInterval(phrase, isOpen && at === phrases.length - 1));
  const rule = only(intervals) ?? { all_of: { ordered: false, ...sameName, intervals } };
  return { intervals: { names: rule } };
}

/** Words of one name in `near` are at most this far apart. */
const sameNearName = { max_gaps: 9000 };

const oneOf = (spellings: readonly string[]): Query => {
  const intervals = spellings.map((query) => ({ match: { query } }));
  return only(intervals) ?? { any_of: { intervals } };
};

/** With fewer pairs of letters that are right, too many names would match. */
const leastRight = 3;
/** The most pairs of letters that one wrong letter spoils, in the search and in the name. */
const mostSpoiled = 2;

/** With more pairs than this, they say enough without their order; the engine allows 1,024 clauses. */
const mostOrdered = 12;

/**
 * A run without spaces with one letter that is missing, extra or wrong: the pairs before it, and those after it. Each
 * place of the error is a query of its own: Lucene would expand a choice of them inside other intervals.
 */
function mistypedRun(pairs: Phrase, isOrdered: boolean): Query {
  if (!isOrdered) {
    const terms = [...new Set(pairs)].map((pair) => ({ term: { near: pair } }));
    return { bool: { should: terms, minimum_should_match: terms.length - mostSpoiled } };
  }
  const should: Query[] = [];
  for (let spoiled = 1; spoiled <= mostSpoiled; spoiled++) {
    for (let from = 0; from + spoiled <= pairs.length; from++) {
      const [before, after] = [pairs.slice(0, from), pairs.slice(from + spoiled)];
      const isAtEnd = before.length === 0 || after.length === 0;
      if (before.length + after.length < leastRight || (isAtEnd && spoiled > 1)) continue;
      const right = [before, after].filter(({ length }) => length > 0);
      const matches = right.map((some) => ({ match: { query: some.join(' '), ...adjacent } }));
      const near = only(matches) ?? { all_of: { ordered: true, max_gaps: mostSpoiled, intervals: matches } };
      should.push({ intervals: { near } });
    }
  }
  return { bool: { should } };
}

const isLongRun = (phrase: Phrase): boolean => pairsOfRun(phrase).length > leastRight;

/** Whether a typing error in a phrase can be told from another word. */
export const mayBeMistyped = (phrase: Phrase): boolean =>
  isLongRun(phrase) || (phrase.length === 1 && mistypedAs(phrase[0] as string) !== undefined);

/** Every word of a name, each with at most one typing error. Only runs without spaces may be in another name. */
function mistypedPhrases({ phrases }: NameQuery): Query[] {
  const pairs = phrases.filter(isLongRun).map(pairsOfRun);
  const runs = pairs.map((run) => mistypedRun(run, pairs.flat().length <= mostOrdered));
  const intervals = phrases
    .filter((phrase) => !isLongRun(phrase))
    .map((phrase) => {
      const spellings = phrase.length === 1 ? mistypedAs(phrase[0] as string) : undefined;
      return spellings ? oneOf(spellings) : { match: { query: pairsOfRun(phrase).join(' '), ...adjacent } };
    });
  if (intervals.length === 0) return runs;
  const near = only(intervals) ?? { all_of: { ordered: false, ...sameNearName, intervals } };
  return [...runs, { intervals: { near } }];
}

/** Legal forms alone are words like others. */
const anyForms = ({ phrases }: NameQuery): Query[] =>
  phrases.map((phrase, at) => ({
    bool: {
      should: [{ terms: { forms: [phrase.join(' ')] } }, allPhrases([phrase], at === phrases.length - 1)],
    },
  }));

/** Which companies the name in a search finds. */
function nameFilter(name: NameQuery, spelling: Spelling): Query[] {
  if (name.isFormsOnly) return anyForms(name);
  return spelling === 'exact' ? [allPhrases(name.phrases, name.isOpen)] : mistypedPhrases(name);
}

const tier = (boost: number, filter: Query): Query => ({ constant_score: { boost, filter } });

/**
 * How well the name matches, as a sum of constants: the same number, the same name, all words in order, all words
 * complete. Constants are equal on every copy of a shard, relevance scores are not.
 */
function nameTiers({ keys, phrases, isFormsOnly }: NameQuery): Query[] {
  const words = phrases.flat();
  const inOrder = words.length > 1 ? [tier(4, { match_phrase: { names: words.join(' ') } })] : [];
  const complete = isFormsOnly ? [] : [...inOrder, tier(2, allPhrases(phrases, false))];
  return [tier(8, { terms: { key: keys } }), ...complete];
}

const codeFilter = (codes: readonly string[]): Query => ({
  bool: { should: codes.map((code) => ({ term: { codes: code } })) },
});

/** The tightest bounds of whole numbers: the engine takes one on each side. */
function boundsOf({ gte, gt, lte, lt }: Partial<Record<Bound, number>>) {
  const lower = [...(gte === undefined ? [] : [gte]), ...(gt === undefined ? [] : [gt + 1])];
  const upper = [...(lte === undefined ? [] : [lte]), ...(lt === undefined ? [] : [lt - 1])];
  return {
    ...(lower.length > 0 ? { gte: Math.max(...lower) } : {}),
    ...(upper.length > 0 ? { lte: Math.min(...upper) } : {}),
  };
}

/** The conditions of one field of the filter; several are all required. */
function fieldConditions(field: string, value: unknown): Query[] {
  if (value === null || value === undefined) return [];
  if (field === 'has') return (value as string[]).map((name) => ({ term: { has: name } }));
  if (field === 'updated_since')
    return [{ range: { updated_since: { gte: Date.parse(`${value as string}T00:00:00Z`) } } }];
  if (Array.isArray(value)) return [{ terms: { [field]: value } }];
  const entries = Object.entries(value as Record<string, unknown>).filter(([, inner]) => inner !== null);
  if (field === 'industry_code') return entries.flatMap(([scheme, codes]) => fieldConditions(scheme, codes));
  return entries.length === 0 ? [] : [{ range: { [field]: boundsOf(Object.fromEntries(entries)) } }];
}

const conditions = (filter: FilterFields): Query[] =>
  Object.entries(filter).flatMap(([field, value]) => fieldConditions(field, value));

/** Every condition of one excluded field together: a company is excluded if it has all that the field names. */
const exclusions = (not: FilterFields): Query[] =>
  Object.entries(not).flatMap(([field, value]) => {
    const all = fieldConditions(field, value);
    return all.length === 0 ? [] : [only(all) ?? { bool: { filter: all } }];
  });

/** Which companies a search finds, without their order. */
function matching({ name, codes, filter, not }: CompanyQuery, spelling: Spelling): Query {
  const named = name ? nameFilter(name, spelling) : [];
  const found =
    codes.length === 0
      ? named
      : [{ bool: { should: [codeFilter(codes), ...(named.length > 0 ? [{ bool: { filter: named } }] : [])] } }];
  const excluded = exclusions(not);
  const must = [...found, ...conditions(filter)];
  if (must.length === 0 && excluded.length === 0) return { match_all: {} };
  return {
    bool: {
      ...(must.length > 0 ? { filter: must } : {}),
      ...(excluded.length > 0 ? { must_not: excluded } : {}),
    },
  };
}

const unknownLast = (field: string, order: 'asc' | 'desc') => ({ [field]: { order, missing: '_last' } });

const orders: Record<Exclude<SearchSort, 'relevance'>, object> = {
  name: { sort_name: 'asc' },
  employee_count: unknownLast('employee_count', 'asc'),
  '-employee_count': unknownLast('employee_count', 'desc'),
  year_founded: unknownLast('year_founded', 'asc'),
  '-year_founded': unknownLast('year_founded', 'desc'),
  '-updated': { updated_since: 'desc' },
};

export type SortValues = readonly (string | number)[];

export interface CompanyPage {
  readonly size: number;
  readonly sort: SearchSort;
  readonly spelling: Spelling;
  readonly after?: SortValues | undefined;
}

/** One page of a search, one hit more than it shows: that there is a next page. */
export function searchQuery(query: CompanyQuery, { size, sort, spelling, after }: CompanyPage) {
  const found = matching(query, spelling);
  const isRanked = sort === 'relevance' && (query.name !== undefined || query.codes.length > 0);
  const should = [
    ...(query.codes.length > 0 ? [tier(16, codeFilter(query.codes))] : []),
    ...(query.name ? nameTiers(query.name) : []),
  ];
  const byScore = [{ _score: 'desc' }, { rank: 'desc' }, { id: 'asc' }];
  const byRank = [{ rank: 'desc' }, { id: 'asc' }];
  return {
    query: isRanked ? { bool: { filter: [found], should } } : found,
    sort: sort === 'relevance' ? (isRanked ? byScore : byRank) : [orders[sort], { id: 'asc' }],
    size: size + 1,
    track_total_hits: searchLimits.exactTotal,
    _source: false,
    timeout: `${searchTimeouts.searchMs}ms`,
    ...(after ? { search_after: after } : {}),
  };
}

/** How many companies a search finds, up to the number that is exact. */
export const countQuery = (query: CompanyQuery, spelling: Spelling) => ({
  query: matching(query, spelling),
  size: 0,
  track_total_hits: searchLimits.exactTotal,
  timeout: `${searchTimeouts.searchMs}ms`,
});

/** The most values that a facet lists. */
export const maxFacetValues = 50;

/** The counts of one field. They ignore the filter on the field itself. */
export function facetQuery(query: CompanyQuery, spelling: Spelling, facet: FacetName) {
  const { [facet]: _, ...filter } = query.filter;
  return {
    query: matching({ ...query, filter }, spelling),
    size: 0,
    track_total_hits: false,
    timeout: `${searchTimeouts.searchMs}ms`,
    aggs: {
      values: { terms: { field: facet, size: maxFacetValues + 1, order: [{ _count: 'desc' }, { _key: 'asc' }] } },
    },
  };
}

/** The companies without a value of the field, where there are too few of them for the list of the facet. */
export function missingQuery(query: CompanyQuery, spelling: Spelling, facet: FacetName) {
  const { [facet]: _, ...filter } = query.filter;
  return { ...countQuery({ ...query, filter: { ...filter, [facet]: [absent] } }, spelling), track_total_hits: true };
}

/** Companies with a name, a word of a name, a domain or a number that starts with the text. */
export function suggestQuery(
  { name, code, country }: { name?: NameQuery; code?: string; country?: string },
  size: number,
) {
  const named = name ? suggestedNames(name) : [];
  const coded = code === undefined ? [] : [{ prefix: { codes: code } }];
  return {
    query: {
      bool: {
        filter: [
          only([...named, ...coded]) ?? { bool: { should: [...named, ...coded] } },
          ...(country === undefined ? [] : [{ term: { country } }]),
        ],
      },
    },
    sort: [{ rank: 'desc' }, { id: 'asc' }],
    size,
    track_total_hits: false,
    _source: false,
    timeout: `${searchTimeouts.searchMs}ms`,
  };
}

/** The words as they were typed, the last one incomplete; or complete words followed by a legal form. */
function suggestedNames({ typed, phrases, isOpen, isFormsOnly }: NameQuery): Query[] {
  const words = typed.flat();
  const asTyped =
    words.length === 1 ? { prefix: { names: words[0] } } : { intervals: { names: phraseInterval(words, true) } };
  return isOpen || isFormsOnly ? [asTyped] : [asTyped, allPhrases([phrases.flat()], false)];
}

/** How often the values of a field occur that start with a text, in any case. */
export function valuesQuery(
  { field, prefix, country }: { field: string; prefix: string; country?: string | undefined },
  size: number,
) {
  return {
    query: country === undefined ? { match_all: {} } : { bool: { filter: [{ term: { country } }] } },
    size: 0,
    track_total_hits: false,
    timeout: `${searchTimeouts.searchMs}ms`,
    aggs: {
      values: {
        terms: {
          field,
          // One more for the companies without a value.
          size: size + 1,
          order: [{ _count: 'desc' }, { _key: 'asc' }],
          ...(prefix === '' ? {} : { include: literalPrefix(prefix) }),
        },
      },
    },
  };
}

const escaped = (letter: string): string => (/[\p{L}\p{N}\s]/u.test(letter) ? letter : `\\${letter}`);

/** The only pattern that is sent to the engine: letters as they are, in both cases, and then anything. */
function literalPrefix(text: string): string {
  const letters = [...text].map((letter) => {
    const cases = [...new Set([letter.toLowerCase(), letter.toUpperCase()])].filter((one) => [...one].length === 1);
    return cases.length > 1 ? `[${cases.map(escaped).join('')}]` : escaped(letter);
  });
  return `${letters.join('')}.*`;
}
