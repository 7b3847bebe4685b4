import {
  type CompanySearch,
  type Facet,
  type FacetName,
  type FilterFields,
  type FoundCompanies,
  searchLimits,
} from '@orgdex/contract';
import { readCards } from '../../engine/companies/cards.ts';
import { mayBeMistyped, type Spelling } from '../../engine/companies/company-name.query.ts';
import type { CompanyQuery, SortValues } from '../../engine/companies/company-search.query.ts';
import {
  countCompanies,
  countFacet,
  type FacetCounts,
  type FoundIds,
  findCompanyIds,
  openSearchSnapshot,
} from '../../engine/companies/company-search.ts';
import type { EngineReader, Reading, ServedGeneration } from '../../engine/engine-reader.ts';
import { parseSignedCursor, toSignedCursor } from '../../engine/signed-cursor.ts';
import { labelOf } from './labels.ts';
import { matchedName } from './matched-name.ts';
import { type CompanySearchRequest, parseSearch } from './search-request.ts';

export interface SearchCompaniesDeps {
  generation(): ServedGeneration;
  readonly reader: EngineReader;
  readonly cursorKey: Buffer;
}

/**
 * Where a page begins: the spelling that the first page needed, the last company of the page before, and, from the
 * second page on, the snapshot that the pages are read from.
 */
interface Position {
  readonly spelling: Spelling;
  readonly after?: SortValues;
  readonly snapshot?: string | undefined;
}

/** A cursor is valid for one request and one generation: another one may order companies differently. */
const boundTo = ({ id }: ServedGeneration, { query, sort }: CompanySearchRequest) => [id, query, sort];

const isCorrectable = ({ name }: CompanyQuery): boolean => name?.phrases.some(mayBeMistyped) ?? false;

interface Results {
  readonly found: FoundIds;
  readonly facets: readonly FacetCounts[];
  readonly spelling: Spelling;
}

async function findWith(reading: Reading, request: CompanySearchRequest, position: Position): Promise<Results> {
  const { query, facets, sort, size } = request;
  const { spelling, after, snapshot } = position;
  const [found, ...counted] = await Promise.all([
    findCompanyIds(reading, query, { size, sort, spelling, after, snapshot }),
    ...facets.map((facet) => countFacet(reading, { query, spelling, facet })),
  ]);
  return { found, facets: counted, spelling };
}

/** Typing errors are allowed for only if nothing matches as it is written. */
async function find(reading: Reading, request: CompanySearchRequest, position: Position): Promise<Results> {
  const results = await findWith(reading, request, position);
  const isFirst = position.after === undefined && position.spelling === 'exact';
  if (!isFirst || results.found.total.value > 0 || !isCorrectable(request.query)) return results;
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

async function cardsOf(reading: Reading, { query }: CompanySearchRequest, ids: readonly string[]) {
  const { name } = query;
  return (await readCards(reading, ids)).map(({ card, otherNames }) =>
    name && otherNames.length > 0 ? { ...card, matched_name: matchedName({ ...card, otherNames }, name) } : card,
  );
}

/** Where the cursor of a request points to. A search has a snapshot as soon as somebody asks for its second page. */
async function positionOf(
  reading: Reading,
  { cursor, key, bound }: { cursor: string | undefined; key: Buffer; bound: unknown },
): Promise<Position> {
  if (cursor === undefined) return { spelling: 'exact' };
  const position = parseSignedCursor(key, bound, cursor) as Position;
  return { ...position, snapshot: position.snapshot ?? (await openSearchSnapshot(reading)) };
}

/** Without its snapshot if that is too long, which depends on the number of shards. */
function nextCursor(position: Position, sign: (position: Position) => string): string {
  const cursor = sign(position);
  return cursor.length <= searchLimits.longestCursor ? cursor : sign({ ...position, snapshot: undefined });
}

/** One page of companies, with the counts and, if nothing is found, advice. */
export async function searchCompanies(deps: SearchCompaniesDeps, body: CompanySearch): Promise<FoundCompanies> {
  const request = parseSearch(body);
  const generation = deps.generation();
  const bound = boundTo(generation, request);
  const reading = deps.reader.startSearching(generation);
  const position = await positionOf(reading, { cursor: request.cursor, key: deps.cursorKey, bound });
  const { found, facets, spelling } = await find(reading, request, position);
  const isEmpty = found.total.value === 0;
  return {
    total: found.total,
    companies: await cardsOf(reading, request, found.ids),
    facets: Object.fromEntries(request.facets.map((facet, at) => [facet, toFacet(facet, facets[at] as FacetCounts)])),
    next_cursor: found.next
      ? nextCursor({ spelling, after: found.next, snapshot: position.snapshot }, (next) =>
          toSignedCursor(deps.cursorKey, bound, next),
        )
      : null,
    diagnosis: isEmpty ? await diagnose(reading, request.query) : null,
  };
}
