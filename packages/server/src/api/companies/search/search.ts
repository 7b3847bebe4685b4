import {
  type CompanySearch,
  type Facet,
  type FacetName,
  type FilterFields,
  type FoundCompanies,
  searchLimits,
} from '@orgdex/contract';
import { readCards } from '../../../stores/opensearch/companies/cards.ts';
import { mayBeMistyped, type Spelling } from '../../../stores/opensearch/companies/company-name.query.ts';
import type { CompanyQuery, SortValues } from '../../../stores/opensearch/companies/company-search.query.ts';
import {
  countCompanies,
  countFacet,
  type FacetCounts,
  type FoundIds,
  findCompanyIds,
  openSearchSnapshot,
  type SnapshotPage,
} from '../../../stores/opensearch/companies/company-search.ts';
import type { ReadDeps, Reading, ServedGeneration } from '../../../stores/opensearch/index-reader.ts';
import { parseSignedCursor, toSignedCursor } from '../../../stores/opensearch/signed-cursor.ts';
import { withMatchedNames } from './matched-name.ts';
import { type CompanySearchRequest, parseSearch } from './search-request.ts';
import { labelOf } from './values.ts';

export interface SearchCompaniesDeps extends ReadDeps {
  readonly cursorKey: Buffer;
}

/**
 * Where a page begins: the spelling that the first page needed, the last company of the page before, and, from the
 * second page on, the snapshot that the pages are read from, as long as it is open.
 */
interface Position {
  readonly spelling: Spelling;
  readonly after?: SortValues | undefined;
  /** Ids of the first page that the snapshot may have further on, which is a little younger; separated by spaces. */
  readonly shown?: string | undefined;
  /** null: it does not fit in a cursor. */
  readonly snapshot?: string | null | undefined;
}

/** A cursor is valid for one request and one generation: another one may order companies differently. */
const boundTo = ({ id }: ServedGeneration, { query, sort }: CompanySearchRequest) => [id, query, sort];

const isCorrectable = ({ name }: CompanyQuery): boolean => name?.phrases.some(mayBeMistyped) ?? false;

interface Results {
  readonly found: FoundIds;
  readonly ahead: readonly string[];
  readonly facets: readonly FacetCounts[];
  readonly spelling: Spelling;
}

/** A page, and the companies among those that were shown before that come after it. */
async function findPage(reading: Reading, query: CompanyQuery, { without, ...page }: SnapshotPage) {
  const found = await findCompanyIds(reading, query, { ...page, without });
  if (!without) return { found, ahead: [] };
  const { snapshot, next: after } = found;
  const rest = { ...page, snapshot, after, within: without, size: without.length };
  const shown = await findCompanyIds(reading, query, rest);
  const total = { ...found.total, value: found.total.value + shown.total.value };
  return { found: found.total.relation === 'eq' ? { ...found, total } : found, ahead: shown.ids };
}

async function findWith(reading: Reading, request: CompanySearchRequest, position: Position): Promise<Results> {
  const { query, facets, sort, size } = request;
  const { spelling, after, shown, snapshot } = position;
  const [{ found, ahead }, ...counted] = await Promise.all([
    findPage(reading, query, {
      size,
      sort,
      spelling,
      after,
      without: shown?.split(' '),
      snapshot: snapshot ?? undefined,
    }),
    ...facets.map((facet) => countFacet(reading, { query, spelling, facet })),
  ]);
  return { found, ahead, facets: counted, spelling };
}

/** Typing errors are allowed for only if nothing matches as it is written. */
async function find(reading: Reading, request: CompanySearchRequest, position: Position): Promise<Results> {
  const results = await findWith(reading, request, position);
  if (request.cursor !== undefined || results.found.total.value > 0 || !isCorrectable(request.query)) return results;
  const mistyped = await findWith(reading, request, { spelling: 'mistyped' });
  return mistyped.found.total.value > 0 ? mistyped : results;
}

const without = (fields: FilterFields, field: string): FilterFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));

/** The search without each of its conditions, and the name of what was left out. */
function* lessStrict(query: CompanyQuery): Generator<{ remove: string; query: CompanyQuery }> {
  if (query.name || query.codes.length > 0) yield { remove: 'q', query: { ...query, name: undefined, codes: [] } };
  for (const field of Object.keys(query.filter)) {
    yield { remove: `filter.${field}`, query: { ...query, filter: without(query.filter, field) } };
  }
  for (const field of Object.keys(query.not)) {
    yield { remove: `filter.not.${field}`, query: { ...query, not: without(query.not, field) } };
  }
}

async function countAsSearched(reading: Reading, query: CompanyQuery): Promise<number> {
  const exact = await countCompanies(reading, query, 'exact');
  return exact > 0 || !isCorrectable(query) ? exact : countCompanies(reading, query, 'mistyped');
}

const maxAdvice = 5;

/** Which condition to leave out to find something. */
async function diagnose(reading: Reading, query: CompanyQuery): Promise<FoundCompanies['diagnosis']> {
  const advice = await Promise.all(
    [...lessStrict(query)].map(async ({ remove, query: less }) => ({
      remove,
      total: await countAsSearched(reading, less),
    })),
  );
  return advice
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, maxAdvice);
}

const toFacet = (facet: FacetName, { values, other, missing }: FacetCounts): Facet => ({
  values: values.map(({ value, count }) => ({ value, label: labelOf(facet, value), count })),
  other,
  missing,
});

/** Where the cursor of a request points to. A search has a snapshot from its second page on. */
async function positionOf(
  reading: Reading,
  { cursor, key, bound }: { cursor: string | undefined; key: Buffer; bound: unknown },
): Promise<Position> {
  if (cursor === undefined) return { spelling: 'exact' };
  const position = parseSignedCursor(key, bound, cursor) as Position;
  return position.snapshot === undefined ? beginSnapshot(position, await openSearchSnapshot(reading)) : position;
}

/** The second page has the first companies of the snapshot that the first page did not show. */
const beginSnapshot = ({ shown, ...position }: Position, snapshot: string | undefined): Position =>
  snapshot !== undefined && shown ? { spelling: position.spelling, shown, snapshot } : { ...position, snapshot };

function nextPosition(position: Position, { found, ahead, spelling }: Results): Position {
  const isFirst = position.after === undefined && position.shown === undefined;
  const shown = isFirst ? found.ids : ahead;
  return {
    spelling,
    after: found.next,
    shown: shown.length > 0 ? shown.join(' ') : undefined,
    snapshot: position.snapshot && found.snapshot,
  };
}

/** Without the ids if it is too long, and without the snapshot too, whose length depends on the number of shards. */
function nextCursor(position: Position, sign: (position: Position) => string): string {
  for (const shorter of [position, { ...position, shown: undefined }]) {
    const cursor = sign(shorter);
    if (cursor.length <= searchLimits.longestCursor) return cursor;
  }
  return sign({ ...position, shown: undefined, snapshot: null });
}

/** One page of companies, with the counts and, if nothing is found, advice. */
export async function searchCompanies(deps: SearchCompaniesDeps, body: CompanySearch): Promise<FoundCompanies> {
  const request = parseSearch(body);
  const generation = deps.generation();
  const bound = boundTo(generation, request);
  const reading = deps.reader.startSearching(generation);
  const position = await positionOf(reading, { cursor: request.cursor, key: deps.cursorKey, bound });
  const results = await find(reading, request, position);
  const { found, facets } = results;
  const isEmpty = found.total.value === 0;
  return {
    total: found.total,
    companies: withMatchedNames(await readCards(reading, found.ids), request.query.name),
    facets: Object.fromEntries(request.facets.map((facet, at) => [facet, toFacet(facet, facets[at] as FacetCounts)])),
    next_cursor: found.next
      ? nextCursor(nextPosition(position, results), (next) => toSignedCursor(deps.cursorKey, bound, next))
      : null,
    diagnosis: isEmpty ? await diagnose(reading, request.query) : null,
  };
}
