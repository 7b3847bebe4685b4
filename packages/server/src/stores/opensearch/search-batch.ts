import { batchTimeouts, searchTimeouts, timeouts } from './deadlines.ts';
import { reasonOf, refusalOf, SnapshotClosed, unreadOf } from './errors.ts';
import { isOverloadedOrBroken, type OpenSearchAnswer, type OpenSearchRequest } from './nodes.ts';

/** A search in the one shard that its routing chooses, or in all of them. */
export interface Search {
  readonly index: string;
  readonly routing?: string;
  readonly body: object;
  /** The index as it was when this was opened, instead of as it is now. */
  readonly snapshot?: string | undefined;
}

/** A snapshot that is not read for this long is closed. */
const snapshotKept = '2m';

export const snapshotRequest = (index: string): OpenSearchRequest => ({
  method: 'POST',
  path: `/${index}/_search/point_in_time?keep_alive=${snapshotKept}&preference=_local`,
});

// Where every node holds a copy (ORGDEX_REPLICAS=auto) this is the nearest one; a partial page is never returned.
const place = { preference: '_local', allow_partial_search_results: false };

/** A snapshot names its index and its place itself. */
function toLines({ index, routing, body, snapshot }: Search): object[] {
  if (snapshot === undefined) return [{ index, ...(routing === undefined ? {} : { routing }), ...place }, body];
  const { preference: _, ...whole } = place;
  return [whole, { ...body, pit: { id: snapshot, keep_alive: snapshotKept } }];
}

const requestWithin =
  (ms: number) =>
  (searches: readonly Search[]): OpenSearchRequest => ({
    method: 'POST',
    path: `/_msearch?cancel_after_time_interval=${ms}ms`,
    lines: searches.flatMap(toLines),
  });

/** Searches for the people of one company. */
export const searchRequest = requestWithin(timeouts.searchMs);
/** Searches over all companies. */
export const companySearchRequest = requestWithin(searchTimeouts.searchMs);
/** The same for the items of a batch. */
export const itemSearchRequest = requestWithin(batchTimeouts.searchMs);

/** A shard was missing, because it has just left the node. A missing index has a reason of its own. */
const lacksShard = (answer: OpenSearchAnswer): boolean =>
  answer.status === 404 && reasonOf(answer) === 'search_phase_execution_exception';

function toFound(found: { status: number }, { snapshot }: Search): unknown {
  const answer = { status: found.status, body: found };
  if (found.status === 200) return found;
  if (isOverloadedOrBroken(answer)) return unreadOf(answer);
  const refusal = refusalOf(answer);
  const isClosed = refusal instanceof SnapshotClosed && snapshot !== undefined;
  return lacksShard(answer) && !isClosed ? unreadOf(answer) : refusal;
}

/** What each search found; an Error where it failed. */
export const toSearchResults = (body: unknown, searches: readonly Search[]): unknown[] =>
  (body as { responses: { status: number }[] }).responses.map((found, at) => toFound(found, searches[at] as Search));

/** What a reader needs to know of a stored company. */
interface Placed {
  readonly redirect?: string;
  readonly card?: { readonly countries: readonly string[] };
}

/** The company, unless it has neither its headquarters nor a record in one of the countries. A redirect is always followed. */
export function inCountries(company: unknown, countries: readonly string[]): unknown {
  const { redirect, card } = (company ?? {}) as Placed;
  return redirect !== undefined || card?.countries.some((one) => countries.includes(one)) ? company : undefined;
}

/** The same search, for companies in these countries. It does not change their order. */
export const searchInCountries = <Body extends object>(body: Body, countries: readonly string[]): Body => ({
  ...body,
  query: {
    bool: { must: [(body as { query?: object }).query ?? { match_all: {} }], filter: [{ terms: { countries } }] },
  },
});
