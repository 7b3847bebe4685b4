import type { Queryable } from '../pool.ts';
import { type DocumentKind, documentKinds } from './enqueue.ts';

export interface OutboxRow {
  id: string;
  version: number;
}

export interface OutboxSelection {
  slot: number;
  kind: DocumentKind;
  late: boolean;
  limit: number;
  /** Rows up to this id were already tried in this round. */
  after: string;
}

export async function readOutbox(
  ledger: Queryable,
  { slot, kind, late, limit, after }: OutboxSelection,
): Promise<OutboxRow[]> {
  const { rows } = await ledger.query(
    'SELECT id, version FROM outbox WHERE slot = $1 AND kind = $2 AND late = $3 AND id > $4 ORDER BY id LIMIT $5',
    [slot, documentKinds[kind], late, after, limit],
  );
  return rows;
}

/** Returns which of these documents are in the outbox and not deferred. */
export async function readOutboxRowsOf(
  ledger: Queryable,
  { slot, kind }: Pick<OutboxSelection, 'slot' | 'kind'>,
  ids: readonly string[],
): Promise<OutboxRow[]> {
  const { rows } = await ledger.query(
    'SELECT id, version FROM outbox WHERE slot = $1 AND kind = $2 AND NOT late AND id = ANY($3)',
    [slot, documentKinds[kind], ids],
  );
  return rows;
}

export async function hasPending(ledger: Queryable, slot: number): Promise<boolean> {
  const { rows } = await ledger.query('SELECT EXISTS (SELECT 1 FROM outbox WHERE slot = $1) AS any', [slot]);
  return rows[0].any;
}

/** Whether documents of these kinds are pending. */
export async function hasPendingOf(ledger: Queryable, slot: number, kinds: readonly DocumentKind[]): Promise<boolean> {
  const { rows } = await ledger.query(
    'SELECT EXISTS (SELECT 1 FROM outbox WHERE slot = $1 AND kind = ANY($2)) AS any',
    [slot, kinds.map((kind) => documentKinds[kind])],
  );
  return rows[0].any;
}

export async function hasDeferred(ledger: Queryable, slot: number): Promise<boolean> {
  const { rows } = await ledger.query('SELECT EXISTS (SELECT 1 FROM outbox WHERE slot = $1 AND late) AS any', [slot]);
  return rows[0].any;
}

const columns = (rows: readonly OutboxRow[]) => [rows.map(({ id }) => id), rows.map(({ version }) => version)];

/**
 * Locks the rows of a slot and kind that meet the condition, except those that a writer is changing. A publisher that
 * holds rows must not wait for others: writers lock rows in any order, so each could wait for the other.
 */
const lockFree = (from: string, condition: string, selected = 'o.id') =>
  `SELECT ${selected} FROM outbox o, ${from} WHERE o.slot = $1 AND o.kind = $2 AND ${condition} FOR UPDATE OF o SKIP LOCKED`;

const deleteFree = (from: string, condition: string) =>
  `DELETE FROM outbox d USING (${lockFree(from, condition)}) f WHERE d.slot = $1 AND d.kind = $2 AND d.id = f.id`;

const written = 'unnest($3::text[], $4::bigint[]) w (id, version)';
const isWritten = 'o.id = w.id AND o.version <= w.version';

/** Deletes rows up to the version that was written; a row with a newer version stays. */
export async function clearOutbox(
  ledger: Queryable,
  slot: number,
  kind: DocumentKind,
  rows: readonly OutboxRow[],
): Promise<void> {
  const values = [slot, documentKinds[kind], ...columns(rows)];
  for (let left = rows.length; left > 0; ) {
    const { rowCount } = await ledger.query(deleteFree(written, isWritten), values);
    left -= rowCount ?? 0;
    if (left > 0 && !(await waitForWriter(ledger, values))) break;
  }
  await ledger.query(
    `DELETE FROM failed_document p USING ${written}
     WHERE p.slot = $1 AND p.kind = $2 AND p.id = w.id AND p.version <= w.version`,
    values,
  );
}

/** Waits until no writer holds the first written row that is left. Returns false if none is left. */
async function waitForWriter(ledger: Queryable, values: unknown[]): Promise<boolean> {
  const { rows } = await ledger.query<{ id: string }>(
    `SELECT o.id FROM outbox o, ${written} WHERE o.slot = $1 AND o.kind = $2 AND ${isWritten} LIMIT 1`,
    values,
  );
  const [row] = rows;
  if (!row) return false;
  const [slot, kind] = values;
  await ledger.query('SELECT FROM outbox WHERE slot = $1 AND kind = $2 AND id = $3 FOR UPDATE', [slot, kind, row.id]);
  return true;
}

const maxTries = 3;

/**
 * Counts a rejection. After the third one, the document moves to the failed documents with its reason, so that it does
 * not block others.
 */
export async function recordRefused(
  ledger: Queryable,
  slot: number,
  kind: DocumentKind,
  refused: readonly (OutboxRow & { reason: string })[],
): Promise<void> {
  const given = 'unnest($3::text[], $4::bigint[], $5::text[]) r (id, version, reason)';
  await ledger.query(
    `WITH refused AS (${lockFree(given, 'o.id = r.id AND o.version = r.version', 'r.*')}),
     tried AS (
       UPDATE outbox d SET tries = d.tries + 1 FROM refused r
       WHERE d.slot = $1 AND d.kind = $2 AND d.id = r.id RETURNING d.id, d.version, d.tries, r.reason)
     INSERT INTO failed_document (slot, kind, id, version, reason) SELECT $1, $2, id, version, reason FROM tried WHERE tries >= $6
     ON CONFLICT (slot, kind, id) DO UPDATE SET version = EXCLUDED.version, reason = EXCLUDED.reason, failed_at = now()`,
    [slot, documentKinds[kind], ...columns(refused), refused.map(({ reason }) => reason.slice(0, 1000)), maxTries],
  );
  const isFailed = 'p.slot = o.slot AND p.kind = o.kind AND p.id = o.id AND p.version = o.version AND o.tries >= $3';
  await ledger.query(deleteFree('failed_document p', isFailed), [slot, documentKinds[kind], maxTries]);
}

export async function countFailedDocuments(ledger: Queryable): Promise<number> {
  const { rows } = await ledger.query('SELECT count(*) AS count FROM failed_document');
  return rows[0].count;
}
