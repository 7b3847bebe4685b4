import type { Client } from './pool.ts';

/** Advisory locks, by what they protect. */
const locks = { migrate: 1, write: 2, publish: 3 } as const;
const family = 0x6f64; // "od", so that other programs on the same server do not meet ours

/**
 * One writer of companies, people and generations at a time: identity is resolved against a world that stands still,
 * and a new generation begins between two batches, never inside one.
 */
export const lockWrites = (client: Client) =>
  client.query('SELECT pg_advisory_xact_lock($1, $2)', [family, locks.write]);

export const lockMigrations = (client: Client) =>
  client.query('SELECT pg_advisory_xact_lock($1, $2)', [family, locks.migrate]);

/** One publisher a slot. Held by the connection: it ends with the process, however that ends. */
export async function tryLockPublishing(client: Client, slot: number): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS got', [family, locks.publish + slot]);
  return rows[0].got;
}

export const unlockPublishing = (client: Client, slot: number) =>
  client.query('SELECT pg_advisory_unlock($1, $2)', [family, locks.publish + slot]);
