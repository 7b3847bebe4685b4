import type pg from 'pg';
import { OperatorError } from '../../core/errors/failure.ts';

/** The installation that a pool belongs to. */
export interface OwnInstallation {
  /** Of the secret in ORGDEX_HOME. */
  readonly fingerprint: string;
  /** Called for each new connection. */
  onChecked?(isOwn: boolean): void;
}

export const notMigrated = 'The database is not up to date. Run `orgdex migrate` first.';

/** Like a database that is not there: what needs it waits or fails, and what is cached is served. */
class UnusableDatabaseError extends OperatorError {
  /** PostgreSQL's code for a connection that was rejected. */
  readonly code = '08004';
}

class ForeignDatabaseError extends UnusableDatabaseError {}

const standby =
  'DATABASE_URL leads to a standby of PostgreSQL, which accepts no writes and may be behind. Set it to the primary.';

const undefinedTable = '42P01';

async function check(client: pg.ClientBase, fingerprint: string): Promise<void> {
  const { rows } = await client
    .query<{ secret_fingerprint: string; is_standby: boolean }>(
      'SELECT secret_fingerprint, pg_is_in_recovery() AS is_standby FROM installation',
    )
    .catch((error: Error & { code?: string }) => {
      if (error.code === undefinedTable) throw new ForeignDatabaseError(notMigrated);
      throw error;
    });
  const [found] = rows;
  if (found?.is_standby) throw new UnusableDatabaseError(standby);
  if (found?.secret_fingerprint === fingerprint) return;
  throw new ForeignDatabaseError(
    'The secret file in ORGDEX_HOME does not match this database, so ids would change. Restore the secret file that the database was created with.',
  );
}

/** Undefined, or why the connection must not be used. */
async function faultOf(client: pg.ClientBase, { fingerprint, onChecked }: OwnInstallation): Promise<Error | undefined> {
  try {
    await check(client, fingerprint);
    onChecked?.(true);
    return undefined;
  } catch (error) {
    if (error instanceof ForeignDatabaseError) onChecked?.(false);
    return error as Error;
  }
}

/**
 * Checks each new connection before it is used: after a restore to the wrong place, the same address may lead to the
 * database of another installation, and during a failover to a standby that is not promoted yet.
 */
export const checkConnection =
  (installation: OwnInstallation): NonNullable<pg.PoolConfig['verify']> =>
  async (client, done) =>
    done(await faultOf(client, installation));
