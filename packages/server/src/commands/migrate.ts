import { Command } from 'commander';
import { migrate } from '../ledger/migrate.ts';
import { openLedger } from '../ledger/pool.ts';
import { ensureSecret } from '../secret.ts';
import type { Context } from './context.ts';

/** Makes the secret of a new installation and brings the tables up to date; gives what was applied. */
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
    .description("bring the ledger's tables up to date; makes the secret of a new installation")
    .action(async () => {
      const applied = await migrateLedger(context);
      context.note(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The ledger is up to date.');
    });
}
