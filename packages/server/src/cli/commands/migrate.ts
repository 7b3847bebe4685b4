import { Command } from 'commander';
import { migrate } from '../../ledger/migrate.ts';
import { openLedger } from '../../ledger/pool.ts';
import { ensureSecret } from '../../settings/secret.ts';
import type { Context } from '../context.ts';

/** Creates the secret of a new installation, migrates the tables, and returns the applied migrations. */
export async function migrateLedger(context: Context): Promise<string[]> {
  const { DATABASE_URL, ORGDEX_HOME } = context.config();
  const pool = openLedger(DATABASE_URL);
  try {
    return await migrate(pool, ensureSecret(ORGDEX_HOME).fingerprint);
  } finally {
    await pool.end();
  }
}

export function migrateCommand(context: Context): Command {
  return new Command('migrate')
    .description('Create or update the database tables. For a new installation, also create its secret')
    .action(async () => {
      const applied = await migrateLedger(context);
      context.note(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
    });
}
