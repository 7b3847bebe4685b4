import { type Queryable, queryRow } from '../pool.ts';

/** What was done to what, as stored in an entry of the audit log. */
export interface AuditedAction {
  readonly action: string;
  readonly subject: string;
  readonly detail: object;
}

/** An entry as text, exact to the microsecond, so that any two different values differ. */
export interface StoredEntry {
  readonly number: number;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
  readonly hash: Buffer;
}

const moment = (value: string) => `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * What the next entry needs: number and hash of the last entry, the current time, and the detail as it will be read
 * back.
 */
export const readTail = (database: Queryable, detail: object) =>
  queryRow<{ number: number | null; hash: Buffer | null; at: string; detail: string }>(
    database,
    `SELECT last.number, last.hash, ${moment('clock_timestamp()')} AS at, $1::jsonb::text AS detail
     FROM (SELECT) one LEFT JOIN (SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1) last ON true`,
    [JSON.stringify(detail)],
  );

export async function storeEntry(database: Queryable, entry: StoredEntry): Promise<void> {
  const { number, at, actor, action, subject, detail, hash } = entry;
  await database.query(
    'INSERT INTO audit (number, at, actor, action, subject, detail, hash) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [number, at, actor, action, subject, detail, hash],
  );
}

/** The entries after this number, in order. */
export async function readEntries(
  database: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<StoredEntry[]> {
  const { rows } = await database.query<StoredEntry>(
    `SELECT number, ${moment('at')} AS at, actor, action, subject, detail::text AS detail, hash
     FROM audit WHERE number > $1 ORDER BY number LIMIT $2`,
    [after, limit],
  );
  return rows;
}

/** The entries before this number, newest first; 0: from the newest entry. */
export async function readEntriesBefore(
  database: Queryable,
  { before, limit }: { before: number; limit: number },
): Promise<StoredEntry[]> {
  const { rows } = await database.query<StoredEntry>(
    `SELECT number, ${moment('at')} AS at, actor, action, subject, detail::text AS detail, hash
     FROM audit WHERE $1::bigint = 0 OR number < $1 ORDER BY number DESC LIMIT $2`,
    [before, limit],
  );
  return rows;
}

/** The number before the last `count` entries: reading after it returns exactly those. */
export async function readBeforeLast(database: Queryable, count: number): Promise<number> {
  const select = 'SELECT coalesce(max(number), 0) - $1::bigint AS number FROM audit';
  return (await queryRow<{ number: number }>(database, select, [count])).number;
}
