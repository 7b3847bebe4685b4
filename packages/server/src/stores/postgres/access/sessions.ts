import { sessionIdleHours } from '@orgdex/contract';
import type { Client, Queryable } from '../pool.ts';

/** If the database hangs, its connection is released after this time. */
const queryTimeoutMs = 1000;
/** A key with more sessions loses the one that was unused for the longest time. */
const sessionsPerKey = 100;
const idle = `interval '${sessionIdleHours} hours'`;

/**
 * Returns the hash of the key that the session belongs to, unless the session has ended. Notes at most once a minute
 * that it was used.
 */
export async function useSession(database: Queryable, hash: Buffer): Promise<Buffer | undefined> {
  const statement = {
    name: 'use-session',
    text: `WITH used AS (
             UPDATE console_session SET used_at = now()
             WHERE hash = $1 AND used_at > now() - ${idle} AND used_at < now() - interval '1 minute')
           SELECT k.hash FROM console_session s JOIN api_key k ON k.id = s.key_id
           WHERE s.hash = $1 AND s.used_at > now() - ${idle}`,
    values: [hash],
    query_timeout: queryTimeoutMs,
  };
  const { rows } = await database.query<{ hash: Buffer }>(statement);
  return rows[0]?.hash;
}

export interface NewSession {
  readonly hash: Buffer;
  readonly keyId: string;
  /** The session that the same browser had before. */
  readonly replaces?: Buffer | undefined;
}

/** Stores a session. Removes the one that it replaces, and those that have expired. */
export async function storeSession(client: Client, { hash, keyId, replaces }: NewSession): Promise<void> {
  await client.query(`DELETE FROM console_session WHERE hash = $1 OR used_at <= now() - ${idle}`, [replaces ?? null]);
  await client.query(
    `DELETE FROM console_session WHERE hash IN (
       SELECT hash FROM console_session WHERE key_id = $1 ORDER BY used_at DESC OFFSET $2)`,
    [keyId, sessionsPerKey - 1],
  );
  await client.query('INSERT INTO console_session (hash, key_id) VALUES ($1, $2)', [hash, keyId]);
}

/** Ends a session; false if there was none. */
export async function deleteSession(database: Queryable, hash: Buffer): Promise<boolean> {
  const { rowCount } = await database.query('DELETE FROM console_session WHERE hash = $1', [hash]);
  return rowCount === 1;
}
