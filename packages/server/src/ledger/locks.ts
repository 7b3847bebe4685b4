import type { Client, Queryable } from './pool.ts';

/** Advisory locks, by what they protect. A family keeps ours apart from those of other programs on the same server. */
const family = 0x6f64;
const locks = { migrate: 1, write: 2, publish: 3, match: 5, audit: 100 } as const;
/** A family of their own, since sources are numbered too. */
const sourceFamily = family + 1;

const lockInTransaction = (client: Client, lock: number) =>
  client.query('SELECT pg_advisory_xact_lock($1, $2)', [family, lock]);

/** Held by the connection: it ends with the process, however that ends. */
async function tryLock(client: Client, lock: readonly [number, number]): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS got', [...lock]);
  return rows[0].got;
}

const unlock = (client: Client, lock: readonly [number, number]) =>
  client.query('SELECT pg_advisory_unlock($1, $2)', [...lock]);

export const lockMigrations = (client: Client) => lockInTransaction(client, locks.migrate);

/**
 * One writer of companies, people and generations at a time: identity is resolved against a world that stands still,
 * and a new generation begins between two batches, never inside one.
 */
export const lockWrites = (client: Client) => lockInTransaction(client, locks.write);

/** One change of a plan, an account or a key at a time: the log of them has no gap. */
export const lockAudit = (client: Client) => lockInTransaction(client, locks.audit);

/** One publisher a slot. */
export const tryLockPublishing = (client: Client, slot: number) => tryLock(client, [family, locks.publish + slot]);
export const unlockPublishing = (client: Client, slot: number) => unlock(client, [family, locks.publish + slot]);

/** One match run at a time, held by its connection. */
export const tryLockMatching = (client: Client) => tryLock(client, [family, locks.match]);
export const unlockMatching = (client: Client) => unlock(client, [family, locks.match]);
/** No decision about a match while one is under way: held to the end of the transaction. */
export async function tryLockDeciding(client: Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1, $2) AS got', [family, locks.match]);
  return rows[0].got;
}

/** One run a source, held by the connection that does all of its work: when it dies, so does its right to go on. */
export async function tryLockSource(client: Client, sourceId: number): Promise<boolean> {
  // Else the statement of a killed process runs to its end, for minutes, and keeps the lock. Not every platform has it.
  await client.query(`SET client_connection_check_interval = '200ms'`).catch(() => {});
  return tryLock(client, [sourceFamily, sourceId]);
}
export const unlockSource = (client: Client, sourceId: number) => unlock(client, [sourceFamily, sourceId]);

/** The sources of which a run is under way: seen without asking for the lock, so nobody is kept out by looking. */
export async function readLockedSources(ledger: Queryable): Promise<Set<number>> {
  const { rows } = await ledger.query(
    `SELECT objid::integer AS id FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1 AND objsubid = 2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [sourceFamily],
  );
  return new Set(rows.map(({ id }) => id));
}
