import type { Client, Queryable } from './pool.ts';

/**
 * Advisory locks, by what they protect. The family separates our locks from those of other programs on the same server.
 */
const family = 0x6f64;
const locks = { migrate: 1, write: 2, publish: 3, match: 5, names: 6, audit: 100 } as const;
/** Source ids are numbers too, so they need a separate family. */
const sourceFamily = family + 1;

const lockInTransaction = (client: Client, lock: number) =>
  client.query('SELECT pg_advisory_xact_lock($1, $2)', [family, lock]);

/** A session lock: PostgreSQL releases it when the process ends, however it ends. */
async function tryLock(client: Client, lock: readonly [number, number]): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS got', [...lock]);
  return rows[0].got;
}

const unlock = (client: Client, lock: readonly [number, number]) =>
  client.query('SELECT pg_advisory_unlock($1, $2)', [...lock]);

export const lockMigrations = (client: Client) => lockInTransaction(client, locks.migrate);

/**
 * Allows one writer of companies, people and generations at a time. Identity is resolved against data that does not
 * change meanwhile, and a new generation starts between two batches, never inside one.
 */
export const lockWrites = (client: Client) => lockInTransaction(client, locks.write);

/** Allows one change of a plan, an account or a key at a time, so that the audit log has no gaps. */
export const lockAudit = (client: Client) => lockInTransaction(client, locks.audit);

/** Allows one publisher per slot. */
export const tryLockPublishing = (client: Client, slot: number) => tryLock(client, [family, locks.publish + slot]);
export const unlockPublishing = (client: Client, slot: number) => unlock(client, [family, locks.publish + slot]);

/** Allows one match run at a time. The connection holds the lock. */
export const tryLockMatching = (client: Client) => tryLock(client, [family, locks.match]);
export const unlockMatching = (client: Client) => unlock(client, [family, locks.match]);
/** Prevents decisions about matches during a match run. The lock is held until the end of the transaction. */
export async function tryLockDeciding(client: Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1, $2) AS got', [family, locks.match]);
  return rows[0].got;
}

/** Lets one import at a time fill the index of company names; the others wait. The connection holds the lock. */
export const lockNameIndex = (client: Client) => client.query('SELECT pg_advisory_lock($1, $2)', [family, locks.names]);
export const unlockNameIndex = (client: Client) => unlock(client, [family, locks.names]);

/**
 * Allows one run per source. The connection that does all the work of the run holds the lock, so a dead run loses it.
 */
export async function tryLockSource(client: Client, sourceId: number): Promise<boolean> {
  // Without this setting, the statement of a killed process runs to its end, possibly for minutes, and keeps the lock.
  // Not every platform supports it.
  await client.query(`SET client_connection_check_interval = '200ms'`).catch(() => {});
  return tryLock(client, [sourceFamily, sourceId]);
}
export const unlockSource = (client: Client, sourceId: number) => unlock(client, [sourceFamily, sourceId]);

/** The sources with a run in progress. This reads `pg_locks` and does not take the lock, so it blocks no one. */
export async function readLockedSources(ledger: Queryable): Promise<Set<number>> {
  const { rows } = await ledger.query(
    `SELECT objid::integer AS id FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1 AND objsubid = 2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [sourceFamily],
  );
  return new Set(rows.map(({ id }) => id));
}
