import { Failure } from '../failure.ts';
import { type Reading, reasonOf, refusalOf } from './reading.ts';

/** A document by its id, and which of its fields are wanted. */
export interface Wanted {
  readonly index: string;
  readonly id: string;
  readonly fields: readonly string[];
}

interface FetchedDocument {
  found?: boolean;
  _source?: unknown;
  error?: { type?: string };
}

// Where every node holds a copy (ORGDEX_REPLICAS=auto) this is the fastest read; what is not refreshed yet need not be seen.
const nearby = 'preference=_local&realtime=false';

async function fetchOne(reading: Reading, { index, id, fields }: Wanted): Promise<unknown> {
  const path = `/${index}/_doc/${encodeURIComponent(id)}?${nearby}&_source_includes=${fields.join(',')}`;
  const answer = await reading.ask({ method: 'GET', path });
  const document = answer.body as FetchedDocument;
  if (answer.status === 200 || document.found === false) return document._source;
  throw refusalOf(answer);
}

function sourceOf(document: FetchedDocument): unknown {
  if (document.error === undefined) return document._source;
  const refused = { status: 200, body: document };
  if (reasonOf(refused) === 'index_not_found_exception') throw refusalOf(refused);
  throw new Failure('engine_unavailable', { cause: new Error(reasonOf(refused)) });
}

async function fetchMany(reading: Reading, wanted: readonly Wanted[]): Promise<unknown[]> {
  const docs = wanted.map(({ index, id, fields }) => ({ _index: index, _id: id, _source: fields }));
  const answer = await reading.ask({ method: 'POST', path: `/_mget?${nearby}`, body: { docs } });
  if (answer.status !== 200) throw refusalOf(answer);
  return (answer.body as { docs: FetchedDocument[] }).docs.map(sourceOf);
}

/** The wanted fields of each document, in the order asked; undefined where there is none. */
export async function fetchDocuments(reading: Reading, wanted: readonly Wanted[]): Promise<unknown[]> {
  const [only, ...others] = wanted;
  if (!only) return [];
  return others.length === 0 ? [await fetchOne(reading, only)] : fetchMany(reading, wanted);
}
