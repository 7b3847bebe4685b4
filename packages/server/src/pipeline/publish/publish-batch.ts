import { OperatorError } from '../../core/errors/failure.ts';
import { publishedSchemes } from '../../knowledge/rules/identifiers/claims.ts';
import { rosterDocumentId } from '../../knowledge/rules/identifiers/document-ids.ts';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import { type Held, type Outcome, readHeld, type Write, writeDocuments } from '../../stores/opensearch/bulk.ts';
import type { OpenSearch } from '../../stores/opensearch/client.ts';
import type { GenerationIndices } from '../../stores/opensearch/documents.ts';
import { refreshIndices } from '../../stores/opensearch/indices.ts';
import type { DocumentKind } from '../../stores/postgres/outbox/enqueue.ts';
import type { Generation } from '../../stores/postgres/outbox/generations.ts';
import { type OutboxRow, readOutboxRowsOf, recordRefused } from '../../stores/postgres/outbox/outbox.ts';
import {
  readCompanyRows,
  readEmploymentRows,
  readIdentifierRows,
  type Which,
} from '../../stores/postgres/outbox/published-rows.ts';
import { readRosterRows } from '../../stores/postgres/outbox/rosters.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import { companyWrites, identifierWrite, personWrite, rosterWrite } from './to-documents.ts';

export interface PublishDeps {
  pool: Pool;
  opensearch: OpenSearch;
  /** Companies with at most this many people have one roster document. */
  rosterPeople: number;
  /** The exchange rates for revenue bands. */
  rates: Rates;
}

/** How many documents a publish wrote, deleted, found equal, or could not write. */
export interface PublishCounts {
  written: number;
  deleted: number;
  equal: number;
  refused: number;
}

/** How many documents are read and built at once. Rosters are much larger than other documents. */
export const batchSizes: Record<DocumentKind, number> = {
  company: 1000,
  employment: 1000,
  identifier: 1000,
  roster: 500,
};

export const noPublishCounts = (): PublishCounts => ({ written: 0, deleted: 0, equal: 0, refused: 0 });

export const addCounts = (a: PublishCounts, b: PublishCounts): PublishCounts => ({
  written: a.written + b.written,
  deleted: a.deleted + b.deleted,
  equal: a.equal + b.equal,
  refused: a.refused + b.refused,
});

const readers: Record<DocumentKind, (deps: PublishDeps, indices: GenerationIndices, which: Which) => Promise<Write[]>> =
  {
    company: async ({ pool, rates }, indices, which) =>
      (await readCompanyRows(pool, which)).flatMap((row) => companyWrites(indices, row, rates)),
    employment: async ({ pool }, indices, which) =>
      (await readEmploymentRows(pool, which)).map((row) => personWrite(indices, row)),
    identifier: async ({ pool }, indices, which) =>
      (await readIdentifierRows(pool, which, publishedSchemes)).map((row) => identifierWrite(indices, row)),
    // One more than a roster may contain, to detect that there are too many.
    roster: async ({ pool, rosterPeople }, indices, which) =>
      (await readRosterRows(pool, which, rosterPeople + 1)).map((row) => rosterWrite(indices, row, rosterPeople)),
  };

/** Reads these rows and builds their documents. */
export const readWrites = (deps: PublishDeps, { indices }: Generation, kind: DocumentKind, which: Which) =>
  readers[kind](deps, indices, which);

/**
 * Whether OpenSearch already has the current document. Equal content with a much older version is written anyway: a
 * version in between may still be on its way from a publisher that lost its lock, and would overwrite it.
 */
const isEqual = (write: Write, held: Held | undefined): boolean =>
  held !== undefined && write.hash !== undefined && write.hash === held.hash && held.version >= write.version - 1;

/** Separates the documents that OpenSearch already has, by their content hash, from those to write. */
async function withoutEqual(
  { opensearch }: PublishDeps,
  writes: readonly Write[],
): Promise<{ equal: Write[]; different: Write[] }> {
  const byIndex = [...Map.groupBy(writes, ({ index }) => index)];
  const held = await Promise.all(byIndex.map(([index, own]) => readHeld(opensearch, index, own)));
  const isHeld = new Set(byIndex.flatMap(([, own], at) => own.filter((write, n) => isEqual(write, held[at]?.[n]))));
  return {
    equal: writes.filter((write) => isHeld.has(write)),
    different: writes.filter((write) => !isHeld.has(write)),
  };
}

export interface Sent {
  done: OutboxRow[];
  refused: (OutboxRow & { reason: string })[];
  /** Not rejected: OpenSearch had no capacity. */
  busy: (OutboxRow & { reason: string })[];
}

/** Sends writes to OpenSearch and sorts them by their outcome. */
export async function send(
  { opensearch }: PublishDeps,
  writes: readonly Write[],
  counts: PublishCounts,
): Promise<Sent> {
  const outcomes = await writeDocuments(opensearch, writes);
  const sent: Sent = { done: [], refused: [], busy: [] };
  writes.forEach(({ id, version, source }, at) => {
    const outcome = outcomes[at] as Outcome;
    if (typeof outcome === 'object') {
      if ('busy' in outcome) sent.busy.push({ id, version, reason: outcome.busy });
      else sent.refused.push({ id, version, reason: outcome.refused });
      return;
    }
    sent.done.push({ id, version });
    if (outcome === 'written') counts[source ? 'written' : 'deleted'] += 1;
    else counts.equal += 1;
  });
  counts.refused += sent.refused.length;
  return sent;
}

/**
 * A company may have got its first people after the pass over rosters, and must not mention a roster that does not
 * exist. The outbox rows of these rosters stay for the next pass.
 */
async function writeRostersOf(
  deps: PublishDeps,
  generation: Generation,
  companies: readonly Write[],
  counts: PublishCounts,
): Promise<void> {
  const ids = [...new Set(companies.map(({ id }) => rosterDocumentId(id)))];
  const rows = await readOutboxRowsOf(deps.pool, { slot: generation.slot, kind: 'roster' }, ids);
  if (rows.length === 0) return;
  await writePending(deps, generation, 'roster', rows, counts);
  await refreshIndices(deps.opensearch, generation.indices);
}

/** Writes pending documents of one kind to one generation; returns the rows of those that OpenSearch now has. */
export async function writePending(
  deps: PublishDeps,
  generation: Generation,
  kind: DocumentKind,
  rows: readonly OutboxRow[],
  counts: PublishCounts,
): Promise<OutboxRow[]> {
  const writes = await readWrites(deps, generation, kind, { ids: rows.map(({ id }) => id) });
  if (kind === 'company') await writeRostersOf(deps, generation, writes, counts);
  const { equal, different } = await withoutEqual(deps, writes);
  counts.equal += equal.length;
  const sent = await send(deps, different, counts);
  if (sent.refused.length > 0) await recordRefused(deps.pool, generation.slot, kind, sent.refused);
  // These documents are valid: they stay in the outbox and are retried later.
  const [busy] = sent.busy;
  if (busy)
    throw new OperatorError(
      `OpenSearch is too busy to write ${sent.busy.length} documents (${busy.reason}). Nothing is lost: publish again later.`,
    );
  // A company has two documents, and its row is done only when both are.
  const refused = new Set(sent.refused.map(({ id }) => id));
  const versions = new Map(writes.map(({ id, version }) => [id, version]));
  return rows
    .filter(({ id }) => !refused.has(id))
    .map(({ id, version }) => ({ id, version: versions.get(id) ?? version }));
}
