import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type Queryable, queryRow } from './pool.ts';

/**
 * All advisory locks, by what they protect. No other file takes one. The family separates our locks from those of other
 * programs on the same server. `publish` is the lock of slot 0; that of slot 1 is the next number.
 */
const family = 0x6f64;
const locks = {
  migrate: 1,
  write: 2,
  publish: 3,
  match: 5,
  names: 6,
  coverage: 7,
  usagePartitions: 8,
  rebuild: 9,
  firstLoad: 10,
  audit: 100,
} as const;
/** Source ids are numbers too, so they need a separate family. */
const sourceFamily = family + 1;
/** The parts of a rebuild are numbered. */
const partFamily = family + 2;

const lockInTransaction = (client: Client, lock: number) =>
  client.query('SELECT pg_advisory_xact_lock($1, $2)', [family, lock]);

interface Got {
  got: boolean;
}

/** A session lock: PostgreSQL releases it when the process ends, however it ends. */
async function tryLock(client: Client, lock: readonly [number, number]): Promise<boolean> {
  const { got } = await queryRow<Got>(client, 'SELECT pg_try_advisory_lock($1, $2) AS got', [...lock]);
  return got;
}

const unlock = (client: Client, lock: readonly [number, number]) =>
  client.query('SELECT pg_advisory_unlock($1, $2)', [...lock]);

/** Several connections can hold it together, but not while another one holds the same lock alone. */
async function tryLockShared(client: Client, lock: readonly [number, number]): Promise<boolean> {
  const { got } = await queryRow<Got>(client, 'SELECT pg_try_advisory_lock_shared($1, $2) AS got', [...lock]);
  return got;
}

const unlockShared = (client: Client, lock: readonly [number, number]) =>
  client.query('SELECT pg_advisory_unlock_shared($1, $2)', [...lock]);

const pollMs = 200;

/**
 * Allows one migration at a time; the others wait. The connection holds the lock, over several transactions. It polls: a
 * statement that waits would itself delay `CREATE INDEX CONCURRENTLY`, which waits for all statements.
 */
export async function lockMigrations(client: Client): Promise<void> {
  while (!(await tryLock(client, [family, locks.migrate]))) await sleep(pollMs);
}
export const unlockMigrations = (client: Client) => unlock(client, [family, locks.migrate]);

/**
 * Allows one writer of companies, people and generations at a time. Identity is resolved against data that does not
 * change meanwhile, and a new generation starts between two batches, never inside one.
 */
export const lockWrites = (client: Client) => lockInTransaction(client, locks.write);

/**
 * Lets the connections of one first load write together, while there is no other writer. Their run must hold the lock of first
 * loads.
 */
export const lockWritesTogether = (client: Client) =>
  client.query('SELECT pg_advisory_xact_lock_shared($1, $2)', [family, locks.write]);

/** Allows one first load with several connections at a time. The connection holds the lock. */
export const tryLockFirstLoad = (client: Client) => tryLock(client, [family, locks.firstLoad]);
export const unlockFirstLoad = (client: Client) => unlock(client, [family, locks.firstLoad]);

/** Allows one change of a plan, an account or a key at a time, so that the audit log has no gaps. */
export const lockAudit = (client: Client) => lockInTransaction(client, locks.audit);

/** Allows one process at a time to create a partition of the usage. */
export const lockUsagePartitions = (client: Client) => lockInTransaction(client, locks.usagePartitions);

/** Allows one publisher per slot. */
export const tryLockPublishing = (client: Client, slot: number) => tryLock(client, [family, locks.publish + slot]);
export const unlockPublishing = (client: Client, slot: number) => unlock(client, [family, locks.publish + slot]);

/** Lets several processes fill the generation of a slot together. None publishes to it meanwhile. */
export const tryLockFilling = (client: Client, slot: number) => tryLockShared(client, [family, locks.publish + slot]);
export const unlockFilling = (client: Client, slot: number) => unlockShared(client, [family, locks.publish + slot]);

/** Lets one process at a time begin a rebuild; the others wait, and then join it. The connection holds the lock. */
export async function lockRebuilds(client: Client): Promise<void> {
  while (!(await tryLock(client, [family, locks.rebuild]))) await sleep(pollMs);
}

/** Gives a part of a rebuild to one lane. A dead lane loses its connection, and with it the lock. */
export const tryLockPart = (client: Client, part: number) => tryLock(client, [partFamily, part]);
export const unlockPart = (client: Client, part: number) => unlock(client, [partFamily, part]);

/** Allows one match run at a time. The connection holds the lock. */
export const tryLockMatching = (client: Client) => tryLock(client, [family, locks.match]);
export const unlockMatching = (client: Client) => unlock(client, [family, locks.match]);
/** Prevents decisions about matches during a match run. The lock is held until the end of the transaction. */
export async function tryLockDeciding(client: Client): Promise<boolean> {
  const { got } = await queryRow<Got>(client, 'SELECT pg_try_advisory_xact_lock($1, $2) AS got', [family, locks.match]);
  return got;
}

/** Lets one import at a time fill the index of company names; the others wait. The connection holds the lock. */
export const lockNameIndex = (client: Client) => client.query('SELECT pg_advisory_lock($1, $2)', [family, locks.names]);
export const unlockNameIndex = (client: Client) => unlock(client, [family, locks.names]);

/** Allows one measurement of the coverage at a time. The connection holds the lock. */
export const tryLockCoverage = (client: Client) => tryLock(client, [family, locks.coverage]);
export const unlockCoverage = (client: Client) => unlock(client, [family, locks.coverage]);

/** Whether the coverage is being measured, by whichever process. */
export async function isCoverageLocked(database: Queryable): Promise<boolean> {
  return (await readLocked(database, family)).has(locks.coverage);
}

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

/** The locks of a family that are held. This reads `pg_locks` and does not take a lock, so it blocks no one. */
async function readLocked(database: Queryable, lockFamily: number): Promise<Set<number>> {
  const { rows } = await database.query<{ id: number }>(
    `SELECT objid::integer AS id FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1 AND objsubid = 2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [lockFamily],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The sources with a run in progress. */
export const readLockedSources = (database: Queryable): Promise<Set<number>> => readLocked(database, sourceFamily);
