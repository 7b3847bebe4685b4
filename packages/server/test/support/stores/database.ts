import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../../src/ledger/migrate.ts';
import { openLedger } from '../../../src/ledger/pool.ts';
import { readConfig } from '../../../src/settings/config.ts';

/** All tables that an import writes, except for runs, which contain times. */
export const importedTables = [
  'company_record',
  'claim',
  'company',
  'identifier',
  'person_record',
  'person_reference',
  'described_key',
  'company_name',
  'person_slug',
  'person_alias',
  'contact_hash',
  'employment',
];

/** The row `t` as text, without the time of its last change: it differs between two imports of the same file. */
export const rowText = "(to_jsonb(t) - 'changed_at')::text";

/** Runs one statement in the administrative database of the server. */
export async function asAdmin(sql: string, url = readConfig().DATABASE_URL): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A ledger for one test suite, with all its tables. */
export async function openTestDatabase() {
  const name = `orgdex_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${name}`);
  const url = new URL(readConfig().DATABASE_URL);
  url.pathname = `/${name}`;
  const pool = openLedger(url.href);
  await migrate(pool, 'test');
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end();
      await asAdmin(`DROP DATABASE ${name}`);
    },
  };
}
