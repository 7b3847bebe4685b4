import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../../../core/errors/failure.ts';
import { isLockTimeout } from '../connection-errors.ts';
import { lockMigrations, unlockMigrations } from '../locks.ts';
import { notMigrated } from '../own-installation.ts';
import { type Client, inTransaction, type Pool, type Queryable, queryRow } from '../pool.ts';
import { applyGrants } from '../roles/roles.ts';
import {
  type ConcurrentIndex,
  concurrentIndexesOf,
  isBreaking,
  isOutsideTransaction,
  type Migration,
  readMigrations,
} from './migrations.ts';

interface AppliedMigration {
  readonly name: string;
  /** Older versions cannot use the database any more. */
  readonly breaking: boolean;
}

async function readApplied(database: Queryable): Promise<AppliedMigration[]> {
  const found = `SELECT to_regclass('migration') IS NOT NULL AS exists`;
  if (!(await queryRow<{ exists: boolean }>(database, found)).exists) return [];
  return (await database.query<AppliedMigration>('SELECT name, breaking FROM migration ORDER BY name')).rows;
}

/** The migrations that the database lacks. */
export async function readMissing(database: Queryable, all = readMigrations()): Promise<Migration[]> {
  const applied = new Set((await readApplied(database)).map(({ name }) => name));
  return all.filter(({ name }) => !applied.has(name));
}

const record = (client: Client, migration: Migration) =>
  client.query('INSERT INTO migration (name, breaking) VALUES ($1, $2)', [migration.name, isBreaking(migration)]);

export interface MigrateOptions {
  readonly migrations?: readonly Migration[];
  /** How long a migration waits for a lock. */
  readonly lockWaitMs?: number;
  /** How long it then lets others pass before it tries again. */
  readonly pauseMs?: number;
  readonly tries?: number;
}

/** An interrupted CREATE INDEX CONCURRENTLY leaves an index that PostgreSQL does not use: it must be built again. */
async function buildIndex(client: Client, { index, statement }: ConcurrentIndex): Promise<void> {
  const invalid = 'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid';
  const { rowCount } = await client.query(invalid, [index]);
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
  await client.query(statement);
}

/** The statements commit one by one. After an interruption, all of them run again. */
async function applyOutside(client: Client, migration: Migration): Promise<void> {
  for (const one of concurrentIndexesOf(migration)) await buildIndex(client, one);
  await record(client, migration);
}

/**
 * Every query of a table waits behind a migration that waits for its lock. So a migration gives up soon, lets them pass
 * for much longer than it waited, and tries again.
 */
async function applyMigration(client: Client, migration: Migration, options: MigrateOptions): Promise<void> {
  const { lockWaitMs = 200, pauseMs = 1000, tries = 60 } = options;
  if (isOutsideTransaction(migration)) return applyOutside(client, migration);
  for (let left = tries - 1; ; left -= 1) {
    try {
      await inTransaction(client, async () => {
        await client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`);
        await client.query(migration.sql);
        await record(client, migration);
      });
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (left > 0) {
        await sleep(pauseMs * (0.5 + Math.random()));
        continue;
      }
      throw new OperatorError(
        `${migration.name} could not lock a table that other queries use. Stop imports and run \`orgdex migrate\` again.`,
      );
    }
  }
}

async function applyAll(client: Client, fingerprint: string, options: MigrateOptions): Promise<string[]> {
  const missing = await readMissing(client, [...(options.migrations ?? readMigrations())]);
  for (const migration of missing) await applyMigration(client, migration, options);
  await inTransaction(client, async () => {
    await client.query('INSERT INTO installation (secret_fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [
      fingerprint,
    ]);
    // New tables need grants too.
    await applyGrants(client);
  });
  return missing.map(({ name }) => name);
}

/**
 * Applies the missing migrations, forward only, each in a transaction of its own, and binds the database to the secret of
 * this installation. After an interruption, the next call continues.
 */
export async function migrate(pool: Pool, fingerprint: string, options: MigrateOptions = {}): Promise<string[]> {
  const client = await pool.connect();
  try {
    await lockMigrations(client);
    return await applyAll(client, fingerprint, options);
  } finally {
    await unlockMigrations(client).catch(() => {});
    client.release();
  }
}

/** The migrations of a newer version of orgdex. */
async function readUnknown(database: Queryable, all = readMigrations()): Promise<AppliedMigration[]> {
  const known = new Set(all.map(({ name }) => name));
  return (await readApplied(database)).filter(({ name }) => !known.has(name));
}

/**
 * Fails early with a clear message if this version cannot use the database. A version can use the database of a newer one
 * unless one of its migrations says otherwise, so that old and new processes can run side by side.
 */
export async function checkDatabase(
  database: Queryable,
  note: (text: string) => void,
  all = readMigrations(),
): Promise<void> {
  if ((await readMissing(database, all)).length > 0) throw new OperatorError(notMigrated);
  const unknown = await readUnknown(database, all);
  const breaking = unknown.find((one) => one.breaking);
  if (breaking) {
    throw new OperatorError(
      `A newer version of orgdex has migrated this database (${breaking.name}), and this version cannot use it. Install the newer version.`,
    );
  }
  const last = unknown.at(-1);
  if (last)
    note(
      `A newer version of orgdex has migrated this database (${last.name}). This version can still use it; upgrade soon.`,
    );
}
