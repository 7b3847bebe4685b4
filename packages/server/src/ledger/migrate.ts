import { readdirSync, readFileSync } from 'node:fs';
import { OperatorError } from '../errors/failure.ts';
import { lockMigrations } from './locks.ts';
import { type Pool, type Queryable, transaction } from './pool.ts';

const folder = new URL('../../migrations/', import.meta.url);
const files = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();

async function applied(ledger: Queryable): Promise<Set<string>> {
  const { rows } = await ledger.query(`SELECT to_regclass('migration') IS NOT NULL AS exists`);
  if (!rows[0].exists) return new Set();
  return new Set((await ledger.query('SELECT name FROM migration')).rows.map((row) => row.name));
}

/** Applies the missing migrations, forward only, and binds the ledger to the secret of this installation. */
export function migrate(pool: Pool, fingerprint: string): Promise<string[]> {
  return transaction(pool, async (client) => {
    await lockMigrations(client);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const done = await applied(client);
    const missing = files().filter((name) => !done.has(name));
    for (const name of missing) {
      await client.query(readFileSync(new URL(name, folder), 'utf8'));
      await client.query('INSERT INTO migration (name) VALUES ($1)', [name]);
    }
    await client.query('INSERT INTO installation (secret_fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [
      fingerprint,
    ]);
    return missing;
  });
}

/** Fails early with a clear message if the schema or the secret is wrong. */
export async function checkLedger(ledger: Queryable, fingerprint: string): Promise<void> {
  const done = await applied(ledger);
  if (!files().every((name) => done.has(name))) {
    throw new OperatorError('The ledger is not up to date. Run `orgdex migrate` first.');
  }
  const { rows } = await ledger.query('SELECT secret_fingerprint FROM installation');
  if (rows[0]?.secret_fingerprint !== fingerprint) {
    throw new OperatorError(
      'The secret file in ORGDEX_HOME does not match this ledger, so ids would change. Restore the secret file that the ledger was created with.',
    );
  }
}
