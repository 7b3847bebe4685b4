import pg from 'pg';
import { isUnreachable } from './connection-errors.ts';

// Counts and versions stay far below 2^53, so a number is exact and easier to use than a string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date has no time of day, so it stays text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type Pool = pg.Pool;
export type Client = pg.PoolClient;
export type Queryable = Pick<pg.Pool, 'query'>;

export function openLedger(databaseUrl: string, options: Pick<pg.PoolConfig, 'query_timeout'> = {}): Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'orgdex',
    options: '-c jit=off -c default_toast_compression=lz4',
    ...options,
  });
  // A broken connection is replaced at its next use. Without a listener, its error would end the process. The pool
  // itself listens only to idle connections, not to those in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Runs `work` in one transaction on this connection. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A broken connection cannot roll back; the server already did.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * Runs `work` inside the current transaction of this connection. If `work` returns undefined, its writes are rolled
 * back.
 */
export async function orRollBack<T>(client: Client, work: () => Promise<T | undefined>): Promise<T | undefined> {
  await client.query('SAVEPOINT attempt');
  const result = await work();
  await client.query(`${result === undefined ? 'ROLLBACK TO' : 'RELEASE'} SAVEPOINT attempt`);
  return result;
}

/**
 * For statements that look up the rows of one batch in a large table. The planner does not know that each row needs
 * only one partition, and would read the whole table for every batch. Must be called inside a transaction.
 */
export async function withNestedLoops<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off');
  const result = await work();
  await client.query('SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on');
  return result;
}

/** A batch table as a subquery without an index, so that the planner starts from it and never scans the large table. */
export const optimizerFence = (batchTable: string): string => `(SELECT * FROM ${batchTable} OFFSET 0)`;

/** Runs `work` in one transaction on its own connection. */
export async function transaction<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await inTransaction(client, () => work(client));
    client.release();
    return result;
  } catch (error) {
    client.release(isUnreachable(error));
    throw error;
  }
}
