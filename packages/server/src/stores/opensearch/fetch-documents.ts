import { reasonOf, refusalOf, unreadOf } from './errors.ts';
import type { OpenSearchRequest } from './nodes.ts';

/** A document by its id. */
export interface Wanted {
  readonly index: string;
  readonly id: string;
  /** What chose its shard, where that is not its id. */
  readonly routing?: string;
}

interface FetchedDocument {
  found?: boolean;
  _source?: unknown;
  error?: { type?: string };
}

// Where every node holds a copy (ORGDEX_REPLICAS=auto) this is the fastest read; what is not refreshed yet need not be seen.
const path = '/_mget?preference=_local&realtime=false';

/** Documents come whole: leaving fields out costs OpenSearch eight times as much as the document. */
export const fetchRequest = (wanted: readonly Wanted[]): OpenSearchRequest => ({
  method: 'POST',
  path,
  body: { docs: wanted.map(({ index, id, routing }) => ({ _index: index, _id: id, ...(routing && { routing }) })) },
});

function toSource(document: FetchedDocument): unknown {
  if (document.error === undefined) return document._source;
  const refused = { status: 200, body: document };
  return reasonOf(refused) === 'index_not_found_exception' ? refusalOf(refused) : unreadOf(refused);
}

/** The source of each document, undefined where there is none; an Error where it could not be read. */
export const toSources = (body: unknown): unknown[] => (body as { docs: FetchedDocument[] }).docs.map(toSource);
