import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import { openPool } from '../../../server/src/stores/postgres/pool.ts';
import { migrate } from '../../../server/src/stores/postgres/schema/migrate.ts';

/** All tables that an import writes, except for runs, which contain times. */
export const importedTables = [
  'company_record',
  'row_fingerprint',
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

/** The row `t` as text, without these columns. */
export const rowTextWithout = (...columns: readonly string[]): string =>
  `(to_jsonb(t) - '{${columns.join(',')}}'::text[])::text`;

/** Without the time of its last change: it differs between two imports of the same file. */
export const rowText = rowTextWithout('changed_at');

/** Runs one statement, or several on one connection, in the administrative database of the server. */
export async function asAdmin(
  work: string | ((client: pg.Client) => Promise<void>),
  url = readConfig().DATABASE_URL,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await (typeof work === 'string' ? client.query(work) : work(client));
  } finally {
    await client.end();
  }
}

/** Ends the connections of clients. Autovacuum, which only a superuser can end, gives way to the next command by itself. */
export const endClientsOf = (name: string): string =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND backend_type = 'client backend'`;

/** Drops a database, if it exists, even while clients are connected. `WITH (FORCE)` would fail if autovacuum is at work in it. */
export async function dropDatabase(name: string, url?: string): Promise<void> {
  await asAdmin(async (client) => {
    await client.query(endClientsOf(name));
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
  }, url);
}

function urlOf(name: string, server: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const migrations = new URL('../../../server/migrations/', import.meta.url);

/** The name of the template, which changes with every migration. */
function templateName(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(new URL(file, migrations)));
  return `orgdex_template_${hash.digest('hex').slice(0, 12)}`;
}

/** Creates the database that each suite copies: migrating an empty one takes several times as long. */
async function ensureTemplate(client: pg.Client, template: string, server: string): Promise<void> {
  const exists = async () =>
    (await client.query('SELECT FROM pg_database WHERE datname = $1', [template])).rowCount === 1;
  if (await exists()) return;
  // One process migrates; the others wait for it.
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
  if (await exists()) return;
  const partial = `${template}_partial`;
  await client.query(`DROP DATABASE IF EXISTS ${partial}`);
  await client.query(`CREATE DATABASE ${partial}`);
  const pool = openPool(urlOf(partial, server));
  try {
    await migrate(pool, 'test');
  } finally {
    await pool.end();
  }
  await client.query(`ALTER DATABASE ${partial} RENAME TO ${template}`);
}

/** Creates a database with all tables and returns its address. */
export async function createDatabase(server = readConfig().DATABASE_URL): Promise<{ name: string; url: string }> {
  const name = `orgdex_test_${randomBytes(6).toString('hex')}`;
  const template = templateName();
  await asAdmin(async (client) => {
    await ensureTemplate(client, template, server);
    // Copying files is several times as fast as writing a thousand small tables to the log.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  }, server);
  return { name, url: urlOf(name, server) };
}

/** A database for one test suite, with all its tables. */
export async function openEmptyDatabase() {
  const { name, url } = await createDatabase();
  const pool = openPool(url);
  return {
    url,
    pool,
    async drop() {
      await pool.end();
      await asAdmin(`DROP DATABASE ${name}`);
    },
  };
}
