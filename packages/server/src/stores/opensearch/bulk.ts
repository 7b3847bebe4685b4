import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenSearch } from './client.ts';

/** One document to write, or, without a source, to delete. The version is the database's. */
export interface Write {
  index: string;
  id: string;
  version: number;
  routing?: string;
  /** As JSON, with the content's hash in it. */
  source?: string;
  hash?: string;
}

export type Outcome = 'written' | 'superseded' | { refused: string } | { busy: string };

/** In characters, most of which are one byte. Counting bytes would copy each document. */
const largestRequest = 5 * 1024 * 1024;
const attempts = 6;
/** How long OpenSearch waits for a shard in each attempt. */
const shardTimeout = '3s';
/** A response without the rest is small, and soon parsed. */
const parsedFields = ['errors', 'items.*.status', 'items.*.error'];

/** Only ids can contain characters that JSON escapes. */
function toLines({ index, id, version, routing, source }: Write): string {
  const routed = routing ? `,"routing":${JSON.stringify(routing)}` : '';
  const action = `{"_index":"${index}","_id":${JSON.stringify(id)},"version":${version},"version_type":"external"${routed}}`;
  return source ? `{"index":${action}}\n${source}\n` : `{"delete":${action}}\n`;
}

interface Item {
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason?: string } };
}

function toOutcome({ status, error }: Item): Outcome {
  if (status < 300 || (status === 404 && !error)) return 'written';
  // The same or a newer version is there already.
  if (status === 409) return 'superseded';
  const reason = [error?.type, error?.reason, error?.caused_by?.reason].filter(Boolean).join(': ');
  return status === 429 || status >= 500 ? { busy: reason } : { refused: reason };
}

/** Whether this is why OpenSearch was too busy: the shard of the document has no available copy. */
export const isShardUnavailable = (reason: string): boolean => reason.startsWith('unavailable_shards_exception');

const isBusy = (outcome: Outcome | undefined) => typeof outcome === 'object' && 'busy' in outcome;

async function send(opensearch: OpenSearch, lines: readonly string[]): Promise<Outcome[]> {
  try {
    // One character outside Latin-1 would make a joined string twice as large, and slow to encode.
    const body = Buffer.concat(lines.map((line) => Buffer.from(line)));
    const request = { body: body as never, timeout: shardTimeout, filter_path: parsedFields };
    const { body: response } = await opensearch.bulk(request, { maxRetries: 3 });
    if (response.errors === false) return lines.map(() => 'written');
    return (response.items as unknown as Record<string, Item>[]).map((item) =>
      toOutcome(Object.values(item)[0] as Item),
    );
  } catch (error) {
    // Out of memory for the whole request: none of it was taken.
    const { statusCode, message } = error as { statusCode?: number; message: string };
    if (statusCode !== 429) throw error;
    return lines.map(() => ({ busy: message }));
  }
}

/** Requests of about 5 MB at most. */
function* portions(lines: readonly string[]): Generator<[number, number]> {
  let start = 0;
  let size = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const next = (lines[at] as string).length;
    if (size + next > largestRequest && at > start) {
      yield [start, at];
      start = at;
      size = 0;
    }
    size += next;
  }
  if (start < lines.length) yield [start, lines.length];
}

/**
 * Writes documents and returns the outcome of each. The client's own helper loses rows when a whole request is
 * rejected, so the loop is ours: only what OpenSearch was too busy for is sent again, later each time.
 */
export async function writeDocuments(opensearch: OpenSearch, writes: readonly Write[]): Promise<Outcome[]> {
  const lines = writes.map(toLines);
  const outcomes: Outcome[] = new Array(writes.length);
  let open = writes.map((_, index) => index);
  for (let attempt = 0; open.length > 0 && attempt < attempts; attempt += 1) {
    if (attempt > 0) await sleep(100 * 2 ** attempt * (0.5 + Math.random()));
    const wanted = open;
    for (const [from, to] of portions(wanted.map((index) => lines[index] as string))) {
      const part = wanted.slice(from, to);
      const results = await send(
        opensearch,
        part.map((index) => lines[index] as string),
      );
      results.forEach((outcome, at) => {
        outcomes[part[at] as number] = outcome;
      });
    }
    open = wanted.filter((index) => isBusy(outcomes[index]));
  }
  return outcomes;
}

/** A document as far as a publisher has to know it. */
export interface Held {
  hash: string | undefined;
  version: number;
}

/** What OpenSearch holds of these documents; undefined where there is none. */
export async function readHeld(
  opensearch: OpenSearch,
  index: string,
  documents: readonly { id: string; routing?: string }[],
): Promise<(Held | undefined)[]> {
  if (documents.length === 0) return [];
  const { body } = await opensearch.mget({
    index,
    _source_includes: ['hash'],
    body: { docs: documents.map(({ id, routing }) => ({ _id: id, ...(routing ? { routing } : {}) })) },
  });
  return (body.docs as { found?: boolean; _version?: number; _source?: { hash?: string } }[]).map((doc) =>
    doc.found ? { hash: doc._source?.hash, version: doc._version ?? 0 } : undefined,
  );
}
