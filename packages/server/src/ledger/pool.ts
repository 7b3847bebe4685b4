import pg from 'pg';
import { isUnreachable } from './connection-errors.ts';

// Counts and versions stay far below 2^53, so a number is right and a string would only be in the way.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date is a day, not a moment: keep the text.
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
  // A connection that breaks is replaced at the next use; without a listener it would end the process. The pool only
  // listens while a connection lies idle in it, not while it is lent out.
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
    // A broken connection cannot roll back; the server has done so already.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Runs `work` inside the transaction of this connection; where it gives undefined, what it wrote is rolled back. */
export async function orRollBack<T>(client: Client, work: () => Promise<T | undefined>): Promise<T | undefined> {
  await client.query('SAVEPOINT attempt');
  const result = await work();
  await client.query(`${result === undefined ? 'ROLLBACK TO' : 'RELEASE'} SAVEPOINT attempt`);
  return result;
}

/**
 * For statements that look up the rows of one batch in a large table. The planner does not count that only one partition
 * is asked for each row, and would read the whole table for every batch. Inside a transaction.
 */
export async function withNestedLoops<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off');
  const result = await work();
  await client.query('SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on');
  return result;
}

/** A batch table as a set without an index: a lookup can then only start from it, and never reads the large table. */
export const optimizerFence = (batchTable: string): string => `(SELECT * FROM ${batchTable} OFFSET 0)`;

/** Runs `work` in one transaction on a connection of its own. */
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
