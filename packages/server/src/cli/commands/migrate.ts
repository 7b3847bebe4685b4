import { Command } from 'commander';
import { formatNumber } from '../../core/output/numbers.ts';
import { ensureSecret } from '../../core/settings/secret.ts';
import { openPool, type Pool } from '../../stores/postgres/pool.ts';
import { migrate } from '../../stores/postgres/schema/migrate.ts';
import { type PlannedLock, type PlannedMigration, planMigrations } from '../../stores/postgres/schema/plan.ts';
import type { Context } from '../context.ts';
import { formatJsonList, jsonOption } from '../output/json.ts';
import { bold } from '../output/terminal.ts';

/** The tables may not exist yet, so this does not check them. */
async function withPool<T>(context: Context, run: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(context.config().DATABASE_URL);
  try {
    return await run(pool);
  } finally {
    await pool.end();
  }
}

/** Creates the secret of a new installation, migrates the tables, and returns the applied migrations. */
export const migrateDatabase = (context: Context): Promise<string[]> =>
  withPool(context, (pool) => migrate(pool, ensureSecret(context.config().ORGDEX_HOME).fingerprint));

const works: Readonly<Record<PlannedLock['work'], string>> = {
  catalog: 'changes the definition only',
  scan: 'reads all rows',
  rewrite: 'writes the whole table again',
  rows: 'changes rows',
};

function describeLock({ table, lock, work, rows }: PlannedLock): string {
  const size = rows === null ? 'unknown size' : `about ${formatNumber(rows)} rows`;
  return `  ${table} (${size}): ${lock} lock for milliseconds, ${works[work]}`;
}

const describe = ({ name, what, locks }: PlannedMigration): string =>
  [
    bold(name),
    `  ${what}`,
    ...(locks.length > 0 ? locks.map(describeLock) : ['  No lock on a table that exists.']),
  ].join('\n');

const showPlan = (context: Context, json: boolean): Promise<void> =>
  withPool(context, async (pool) => {
    const planned = await planMigrations(pool);
    if (json) context.print(formatJsonList(planned));
    else if (planned.length > 0) context.print(planned.map(describe).join('\n'));
    else context.note('The database is up to date.');
  });

export function migrateCommand(context: Context): Command {
  return new Command('migrate')
    .description('Create or update the database tables. For a new installation, also create its secret')
    .option('--plan', 'Show what would be done, and which tables would be locked; change nothing')
    .option(jsonOption[0], 'Print the plan as JSON')
    .action(async ({ plan = false, json = false }: { plan?: boolean; json?: boolean }) => {
      if (plan) return showPlan(context, json);
      const applied = await migrateDatabase(context);
      context.note(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
    });
}
