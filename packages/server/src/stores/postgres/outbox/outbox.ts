import { type Client, columnsOf, type Pool, type Queryable, queryRow, transaction } from '../pool.ts';
import { countUpTo } from '../status.ts';
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

type Slot = Pick<OutboxSelection, 'slot' | 'kind'>;

export async function readOutbox(
  database: Queryable,
  { slot, kind, late, limit, after }: OutboxSelection,
): Promise<OutboxRow[]> {
  const { rows } = await database.query<OutboxRow>(
    'SELECT id, version FROM outbox WHERE slot = $1 AND kind = $2 AND late = $3 AND id > $4 ORDER BY id LIMIT $5',
    [slot, documentKinds[kind], late, after, limit],
  );
  return rows;
}

/** Returns which of these documents are in the outbox and not deferred. */
export async function readOutboxRowsOf(
  database: Queryable,
  { slot, kind }: Slot,
  ids: readonly string[],
): Promise<OutboxRow[]> {
  const { rows } = await database.query<OutboxRow>(
    'SELECT id, version FROM outbox WHERE slot = $1 AND kind = $2 AND NOT late AND id = ANY($3)',
    [slot, documentKinds[kind], ids],
  );
  return rows;
}

export async function hasPending(database: Queryable, slot: number): Promise<boolean> {
  const select = 'SELECT EXISTS (SELECT 1 FROM outbox WHERE slot = $1) AS any';
  return (await queryRow<{ any: boolean }>(database, select, [slot])).any;
}

/** Whether documents of these kinds are pending. */
export async function hasPendingOf(
  database: Queryable,
  slot: number,
  kinds: readonly DocumentKind[],
): Promise<boolean> {
  const select = 'SELECT EXISTS (SELECT 1 FROM outbox WHERE slot = $1 AND kind = ANY($2)) AS any';
  const values = [slot, kinds.map((kind) => documentKinds[kind])];
  return (await queryRow<{ any: boolean }>(database, select, values)).any;
}

export async function hasDeferred(database: Queryable, slot: number): Promise<boolean> {
  const select = 'SELECT EXISTS (SELECT 1 FROM outbox WHERE slot = $1 AND late) AS any';
  return (await queryRow<{ any: boolean }>(database, select, [slot])).any;
}

const given = 'unnest($3::text[], $4::bigint[]) w (id, version)';

/**
 * Locks the rows of these documents that have at most, or exactly, the given version, except those that a writer is
 * changing. A publisher that holds rows must not wait for others: writers lock rows in any order, so each could wait for the
 * other. Returns their ids, because a join of the outbox with itself would be slow where the planner believes it to be empty.
 */
async function lockFree(
  client: Client,
  { slot, kind }: Slot,
  compare: '<=' | '=',
  rows: readonly OutboxRow[],
): Promise<string[]> {
  const locked = await client.query<{ id: string }>(
    `SELECT o.id FROM ${given} CROSS JOIN LATERAL (
       SELECT o.id FROM outbox o WHERE o.slot = $1 AND o.kind = $2 AND o.id = w.id AND o.version ${compare} w.version
       FOR UPDATE SKIP LOCKED) o`,
    [slot, documentKinds[kind], ...columnsOf(rows, 'id', 'version')],
  );
  return locked.rows.map(({ id }) => id);
}

/** Deletes rows up to the version that was written; a row with a newer version stays. */
export async function clearOutbox(
  pool: Pool,
  slot: number,
  kind: DocumentKind,
  rows: readonly OutboxRow[],
): Promise<void> {
  for (let left = rows.length; left > 0; ) {
    left -= await transaction(pool, async (client) => {
      const ids = await lockFree(client, { slot, kind }, '<=', rows);
      const values = [slot, documentKinds[kind], ids];
      await client.query('DELETE FROM outbox WHERE slot = $1 AND kind = $2 AND id = ANY($3)', values);
      return ids.length;
    });
    if (left > 0 && !(await waitForWriter(pool, { slot, kind }, rows))) break;
  }
  await pool.query(
    `DELETE FROM failed_document p USING ${given}
     WHERE p.slot = $1 AND p.kind = $2 AND p.id = w.id AND p.version <= w.version`,
    [slot, documentKinds[kind], ...columnsOf(rows, 'id', 'version')],
  );
}

/** Waits until no writer holds the first written row that is left. Returns false if none is left. */
async function waitForWriter(pool: Pool, { slot, kind }: Slot, written: readonly OutboxRow[]): Promise<boolean> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT o.id FROM outbox o, ${given}
     WHERE o.slot = $1 AND o.kind = $2 AND o.id = w.id AND o.version <= w.version LIMIT 1`,
    [slot, documentKinds[kind], ...columnsOf(written, 'id', 'version')],
  );
  const [row] = rows;
  if (!row) return false;
  const values = [slot, documentKinds[kind], row.id];
  await pool.query('SELECT FROM outbox WHERE slot = $1 AND kind = $2 AND id = $3 FOR UPDATE', values);
  return true;
}

const maxTries = 3;

/**
 * Counts a rejection. After the third one, the document moves to the failed documents with its reason, so that it does
 * not block others.
 */
export async function recordRefused(
  pool: Pool,
  slot: number,
  kind: DocumentKind,
  refused: readonly (OutboxRow & { reason: string })[],
): Promise<void> {
  const reasons = new Map(refused.map(({ id, reason }) => [id, reason.slice(0, 1000)]));
  await transaction(pool, async (client) => {
    const ids = await lockFree(client, { slot, kind }, '=', refused);
    await client.query(
      `WITH tried AS (
         UPDATE outbox SET tries = tries + 1 WHERE slot = $1 AND kind = $2 AND id = ANY($3) RETURNING id, version, tries)
       INSERT INTO failed_document (slot, kind, id, version, reason)
       SELECT $1, $2, id, version, reason FROM tried JOIN unnest($3::text[], $4::text[]) r (id, reason) USING (id) WHERE tries >= $5
       ON CONFLICT (slot, kind, id) DO UPDATE SET version = EXCLUDED.version, reason = EXCLUDED.reason, failed_at = now()`,
      [slot, documentKinds[kind], ids, ids.map((id) => reasons.get(id)), maxTries],
    );
    const values = [slot, documentKinds[kind], ids, maxTries];
    await client.query('DELETE FROM outbox WHERE slot = $1 AND kind = $2 AND id = ANY($3) AND tries >= $4', values);
  });
}

export async function countFailedDocuments(database: Queryable): Promise<number> {
  const { count } = await queryRow<{ count: number }>(database, 'SELECT count(*) AS count FROM failed_document');
  return count;
}

/** How many rows are looked at to find the oldest: an import can leave millions. */
const sampledRows = 10_000;

/** The age of the oldest pending change, in seconds; 0: nothing is pending. With many changes, at least this old. */
export async function oldestChange(database: Queryable, slot: number): Promise<number> {
  const { lag } = await queryRow<{ lag: number }>(
    database,
    `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(since)), 0)::float8 AS lag
     FROM (SELECT since FROM outbox WHERE slot = $1 LIMIT ${sampledRows}) sampled`,
    [slot],
  );
  return Math.max(0, lag);
}

export const countPending = (database: Queryable, slot: number) =>
  countUpTo(database, { from: 'outbox WHERE slot = $1', values: [slot] });
export const countFailed = (database: Queryable) => countUpTo(database, { from: 'failed_document' });
export const countProposed = (database: Queryable) => countUpTo(database, { from: `match WHERE state = 'candidate'` });
export const countOptOuts = (database: Queryable) => countUpTo(database, { from: 'suppression' });
