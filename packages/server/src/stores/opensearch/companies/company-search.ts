import type { FacetName } from '@orgdex/contract';
import { absent } from '../documents.ts';
import { type Completeness, requireComplete, SnapshotClosed } from '../errors.ts';
import type { Reading } from '../index-reader.ts';
import type { Spelling } from './company-name.query.ts';
import {
  type CompanyPage,
  type CompanyQuery,
  countQuery,
  facetQuery,
  maxFacetValues,
  missingQuery,
  type SortValues,
  searchQuery,
  suggestQuery,
  valuesQuery,
} from './company-search.query.ts';
import { type CandidateQuery, identifiedQuery, namesakeQueries } from './match-candidates.query.ts';

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
}

interface SearchAnswer extends Completeness {
  readonly hits: {
    readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' };
    readonly hits: readonly { readonly _id: string; readonly sort: SortValues }[];
  };
  readonly aggregations?: { readonly values: { sum_other_doc_count: number; buckets: readonly Bucket[] } };
}

/** A search that some shard could not complete is a failure, never a shorter result. */
async function search(reading: Reading, body: object, snapshot?: string): Promise<SearchAnswer> {
  const { search: index } = reading.indices;
  const found = (await reading.searchCompanies({ index, body, snapshot })) as SearchAnswer;
  requireComplete(found);
  return found;
}

export interface Total {
  readonly value: number;
  readonly relation: 'eq' | 'gte';
}

export interface FoundIds {
  readonly ids: readonly string[];
  readonly total: Total;
  /** Where the next page begins; undefined at the end. */
  readonly next: SortValues | undefined;
  /** What the page was read from; undefined: the index as it is. */
  readonly snapshot: string | undefined;
}

const totalOf = ({ hits }: SearchAnswer): Total => ({
  value: hits.total?.value ?? 0,
  relation: hits.total?.relation ?? 'eq',
});

/**
 * One page in a snapshot that the caller opened, or in the index as it is now if the snapshot was closed: no page was
 * requested for a while, or its node stopped. Returns the snapshot that is still open.
 */
async function searchPage(
  reading: Reading,
  body: object,
  snapshot: string | undefined,
): Promise<{ found: SearchAnswer; snapshot: string | undefined }> {
  try {
    return { found: await search(reading, body, snapshot), snapshot };
  } catch (error) {
    if (!(error instanceof SnapshotClosed)) throw error;
    return { found: await search(reading, body), snapshot: undefined };
  }
}

/** Keeps the index as it is now for the pages that follow: companies that change places are neither repeated nor missed. */
export const openSearchSnapshot = (reading: Reading): Promise<string | undefined> =>
  reading.openSnapshot(reading.indices.search);

export type SnapshotPage = CompanyPage & { readonly snapshot?: string | undefined };

/** One page of companies. */
export async function findCompanyIds(
  reading: Reading,
  query: CompanyQuery,
  { snapshot: opened, ...page }: SnapshotPage,
): Promise<FoundIds> {
  const { found, snapshot } = await searchPage(reading, searchQuery(query, page), opened);
  const shown = found.hits.hits.slice(0, page.size);
  const hasMore = found.hits.hits.length > page.size;
  return {
    ids: shown.map(({ _id }) => _id),
    total: totalOf(found),
    next: hasMore ? shown.at(-1)?.sort : undefined,
    snapshot,
  };
}

/** How many companies a search finds, up to the number that is exact. */
export const countCompanies = async (reading: Reading, query: CompanyQuery, spelling: Spelling): Promise<number> =>
  totalOf(await search(reading, countQuery(query, spelling))).value;

export interface FacetCounts {
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly other: number;
  readonly missing: number;
}

const toValues = (buckets: readonly Bucket[]) =>
  buckets.filter(({ key }) => key !== absent).map(({ key, doc_count }) => ({ value: key, count: doc_count }));

/** The counts of one field: its most frequent values, all others, and the companies without a value. */
export async function countFacet(
  reading: Reading,
  { query, spelling, facet }: { query: CompanyQuery; spelling: Spelling; facet: FacetName },
): Promise<FacetCounts> {
  const { aggregations } = await search(reading, facetQuery(query, spelling, facet));
  const { buckets = [], sum_other_doc_count: beyond = 0 } = aggregations?.values ?? {};
  const listed = buckets.find(({ key }) => key === absent);
  const isMissingListed = listed !== undefined || beyond === 0;
  const missing = isMissingListed
    ? (listed?.doc_count ?? 0)
    : totalOf(await search(reading, missingQuery(query, spelling, facet))).value;
  const all = toValues(buckets);
  const values = all.slice(0, maxFacetValues);
  const cut = all.slice(maxFacetValues).reduce((sum, { count }) => sum + count, 0);
  return { values, other: beyond + cut - (isMissingListed ? 0 : missing), missing };
}

export async function suggestIds(
  reading: Reading,
  wanted: Parameters<typeof suggestQuery>[0],
  size: number,
): Promise<string[]> {
  return searchIds(reading, suggestQuery(wanted, size));
}

/** The most frequent values of a field that start with a text. */
export async function listFieldValues(
  reading: Reading,
  wanted: Parameters<typeof valuesQuery>[0],
  size: number,
): Promise<FacetCounts['values']> {
  const { aggregations } = await search(reading, valuesQuery(wanted, size));
  return toValues(aggregations?.values.buckets ?? []).slice(0, size);
}

const searchIds = async (reading: Reading, body: object): Promise<string[]> =>
  (await search(reading, body)).hits.hits.map(({ _id }) => _id);

async function findNamesakes(reading: Reading, { name, ...place }: CandidateQuery): Promise<string[]> {
  if (!name) return [];
  for (const query of namesakeQueries({ name, ...place })) {
    const ids = await searchIds(reading, query);
    if (ids.length > 0) return ids;
  }
  return [];
}

/** The companies that an item of a match may mean: those with its identifiers first. */
export async function findCandidateIds(reading: Reading, query: CandidateQuery): Promise<string[]> {
  const identified = identifiedQuery(query);
  const found = await Promise.all([identified ? searchIds(reading, identified) : [], findNamesakes(reading, query)]);
  return [...new Set(found.flat())];
}
