import { type Bound, type FacetName, type FilterFields, type SearchSort, searchLimits } from '@orgdex/contract';
import type { NameQuery } from '../../../knowledge/rules/names/search-words.ts';
import { searchTimeouts } from '../deadlines.ts';
import { absent } from '../documents.ts';
import { nameFilter, nameTiers, only, type Query, type Spelling, suggestedNames, tier } from './company-name.query.ts';

/** What a search looks for. */
export interface CompanyQuery {
  readonly name?: NameQuery | undefined;
  /** What the text means if it is a domain, a slug or a register number: these companies come first. */
  readonly codes: readonly string[];
  readonly filter: FilterFields;
  readonly not: FilterFields;
}

const codeFilter = (codes: readonly string[]): Query => ({
  bool: { should: codes.map((code) => ({ term: { codes: code } })) },
});

/** The tightest bounds of whole numbers: OpenSearch takes one on each side. */
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
  /** Only these companies, by their ids. */
  readonly within?: readonly string[] | undefined;
  /** All but these. */
  readonly without?: readonly string[] | undefined;
}

function limitTo(found: Query, { within, without }: Pick<CompanyPage, 'within' | 'without'>): Query {
  if (!within && !without) return found;
  return {
    bool: {
      filter: [found, ...(within ? [{ terms: { id: within } }] : [])],
      ...(without ? { must_not: [{ terms: { id: without } }] } : {}),
    },
  };
}

/** One page of a search, one hit more than it shows: that there is a next page. */
export function searchQuery(query: CompanyQuery, { size, sort, spelling, after, ...limits }: CompanyPage) {
  const found = limitTo(matching(query, spelling), limits);
  const isRanked = sort === 'relevance' && (query.name !== undefined || query.codes.length > 0);
  const should = [
    ...(query.codes.length > 0 ? [tier(16, codeFilter(query.codes))] : []),
    ...(query.name ? nameTiers(query.name, spelling) : []),
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

/** The only pattern that is sent to OpenSearch: letters as they are, in both cases, and then anything. */
function literalPrefix(text: string): string {
  const letters = [...text].map((letter) => {
    const cases = [...new Set([letter.toLowerCase(), letter.toUpperCase()])].filter((one) => [...one].length === 1);
    return cases.length > 1 ? `[${cases.map(escaped).join('')}]` : escaped(letter);
  });
  return `${letters.join('')}.*`;
}
