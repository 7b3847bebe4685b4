import pg from 'pg';
import type { StoreWatch } from '../../core/async/store-calls.ts';
import { isUnreachable, refusesWrites } from './connection-errors.ts';
import { checkConnection, type OwnInstallation } from './own-installation.ts';
import { watchPool } from './watch-pool.ts';

// Counts and versions stay far below 2^53, so a number is exact and easier to use than a string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date has no time of day, so it stays text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** A query without a row type returns rows without fields: one that reads rows names their columns. */
export interface Queryable {
  query<Row extends object = object>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** A connection: its statements can share a transaction, temporary tables and locks. */
export interface Client extends Omit<pg.PoolClient, 'query'> {
  query: Queryable['query'] & (<Copy extends pg.Submittable>(copy: Copy) => Copy);
}

export interface Pool extends Omit<pg.Pool, 'query' | 'connect'>, Queryable {
  connect(): Promise<Client>;
}

/** The row of a statement that always returns one. */
export async function queryRow<Row extends object>(
  database: Queryable,
  statement: string,
  values?: unknown[],
): Promise<Row> {
  const { rows } = await database.query<Row>(statement, values);
  return rows[0] as Row;
}

/** Fields of rows as columns, for `unnest`. */
export const columnsOf = <T>(rows: readonly T[], ...names: (keyof T)[]): unknown[][] =>
  names.map((name) => rows.map((row) => row[name]));

interface PoolOptions extends Pick<pg.PoolConfig, 'query_timeout'> {
  /** The most connections; default: as many as an import or a rebuild needs. */
  readonly size?: number;
  readonly watch?: StoreWatch;
  /** Absent: connections to any database are used. */
  readonly installation?: OwnInstallation;
}

export function openPool(
  databaseUrl: string,
  { size = 10, watch, installation, ...options }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'orgdex',
    options: '-c jit=off -c default_toast_compression=lz4',
    ...(installation && { verify: checkConnection(installation) }),
    ...options,
  });
  // A broken connection is replaced at its next use. Without a listener, its error would end the process. The pool
  // itself listens only to idle connections, not to those in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  if (watch) watchPool(pool, watch);
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

/** How long a transaction may wait for each lock; absent: as long as it takes. */
export interface LockWait {
  readonly lockWaitMs?: number | undefined;
}

/** Runs `work` in one transaction on its own connection. */
export async function transaction<T>(
  pool: Pool,
  work: (client: Client) => Promise<T>,
  { lockWaitMs }: LockWait = {},
): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await inTransaction(client, async () => {
      if (lockWaitMs !== undefined) await client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`);
      return work(client);
    });
    client.release();
    return result;
  } catch (error) {
    client.release(isUnreachable(error) || refusesWrites(error));
    throw error;
  }
}
