import { Command } from 'commander';
import { migrate } from '../ledger/migrate.ts';
import { openLedger } from '../ledger/pool.ts';
import { ensureSecret } from '../secret.ts';
import type { Context } from './context.ts';

export function migrateCommand(context: Context): Command {
  return new Command('migrate')
    .description("bring the ledger's tables up to date; makes the secret of a new installation")
    .action(async () => {
      const { DATABASE_URL, ORGDEX_HOME } = context.config();
      const pool = openLedger(DATABASE_URL);
      try {
        const applied = await migrate(pool, ensureSecret(ORGDEX_HOME).fingerprint);
        context.note(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The ledger is up to date.');
      } finally {
        await pool.end();
      }
    });
}
