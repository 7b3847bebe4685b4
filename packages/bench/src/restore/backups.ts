import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import type { OwnStores } from '../../../testing/src/stores/own-stores.ts';
import type { PostgresTools } from './postgres-tools.ts';

/** The parts of a drill that a way to back up PostgreSQL can use. */
export interface DrillContext {
  readonly installation: Installation;
  readonly stores: OwnStores;
  readonly tools: PostgresTools;
  /** A folder that survives, writable for the user of PostgreSQL. */
  readonly vault: string;
}

/** One way to back up the database. */
export interface Backup {
  /** Before data is loaded. */
  prepare(context: DrillContext): Promise<void>;
  backUp(context: DrillContext): Promise<void>;
  /** After the last change, before the stores are destroyed. */
  finish(context: DrillContext): Promise<void>;
}

/** One way to restore it from such a backup. */
export interface RestoreWay {
  readonly name: string;
  readonly backup: Backup;
  /** Whether changes after the backup survive. */
  readonly keepsChanges: boolean;
  /** Ends with a PostgreSQL that runs and has the database. */
  restore(context: DrillContext): Promise<void>;
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** The superuser of the stores of a drill. */
function adminUrlOf(url: string): string {
  const admin = new URL(url);
  admin.username = 'postgres';
  admin.pathname = '/postgres';
  return admin.href;
}

async function asSuperuser(url: string, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: adminUrlOf(url) });
  await client.connect();
  try {
    const results: pg.QueryResult[] = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results;
  } finally {
    await client.end();
  }
}

/** A database role with the rights of `orgdex serve`, which a restore must bring back. */
export async function createServingRole({ url, orgdex }: Installation): Promise<string> {
  const role = 'orgdex_serving';
  await asSuperuser(url, `CREATE ROLE ${role} LOGIN`);
  await orgdex('role', 'grant', 'serve', role);
  const own = new URL(url);
  own.username = role;
  return own.href;
}

/** A logical backup at one moment: what changes afterwards is lost. */
export const dump: RestoreWay = {
  name: 'pg_dump',
  keepsChanges: false,
  backup: {
    prepare: async () => {},
    async backUp({ installation, tools, vault }) {
      const admin = adminUrlOf(installation.url);
      tools.run('pg_dumpall', '--roles-only', `--file=${join(vault, 'roles.sql')}`, `--dbname=${admin}`);
      tools.run('pg_dump', '--format=directory', '--jobs=2', `--file=${join(vault, 'dump')}`, installation.url);
    },
    finish: async () => {},
  },
  async restore({ installation, stores, tools, vault }) {
    await stores.up();
    // It also creates roles that exist already, which fails and does no harm.
    tools.run('psql', '--quiet', `--file=${join(vault, 'roles.sql')}`, adminUrlOf(installation.url));
    await asSuperuser(installation.url, `CREATE DATABASE ${nameOf(installation.url)} OWNER orgdex`);
    const options = ['--jobs=2', '--no-owner', '--exit-on-error', `--dbname=${installation.url}`];
    tools.run('pg_restore', ...options, join(vault, 'dump'));
  },
};

const archiveTimeoutMs = 60_000;
const momentFile = 'moment';

/** A physical backup and the write-ahead log since then: nothing that was archived is lost. */
const baseBackup: Backup = {
  async prepare({ installation, stores, vault, tools }) {
    const archive = join(vault, 'wal');
    mkdirSync(archive);
    giveTo(tools, archive);
    await asSuperuser(
      installation.url,
      'ALTER SYSTEM SET archive_mode = on',
      `ALTER SYSTEM SET archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
    );
    await stores.restart();
  },
  async backUp({ installation, tools, vault }) {
    const { hostname, port } = new URL(installation.url);
    const place = [`--host=${hostname}`, `--port=${port}`, '--username=postgres'];
    tools.run('pg_basebackup', ...place, '--checkpoint=fast', '--wal-method=stream', `--pgdata=${join(vault, 'base')}`);
    const [result] = await asSuperuser(installation.url, 'SELECT clock_timestamp()::text AS moment');
    writeFileSync(join(vault, momentFile), result?.rows[0].moment);
  },
  async finish({ installation, vault }) {
    const archived = () => readdirSync(join(vault, 'wal')).length;
    const before = archived();
    await asSuperuser(installation.url, 'SELECT pg_switch_wal()');
    for (const end = Date.now() + archiveTimeoutMs; archived() === before && Date.now() < end; ) await sleep(100);
    await sleep(1000);
  },
};

function giveTo({ runAs: { uid, gid } }: PostgresTools, ...paths: string[]): void {
  if (uid === undefined || gid === undefined) return;
  for (const path of paths) chownSync(path, uid, gid);
}

async function recover({ stores, tools, vault }: DrillContext, ...settings: string[]): Promise<void> {
  const data = stores.postgresData;
  if (existsSync(data)) throw new Error(`${data} still exists`);
  mkdirSync(join(data, '..'), { recursive: true });
  execFileSync('cp', ['--archive', join(vault, 'base'), data]);
  const lines = [`restore_command = 'cp ${vault}/wal/%f %p'`, 'archive_mode = off', ...settings];
  appendFileSync(join(data, 'postgresql.auto.conf'), lines.map((line) => `${line}\n`).join(''));
  writeFileSync(join(data, 'recovery.signal'), '');
  giveTo(tools, join(data, '..'), join(data, 'recovery.signal'));
  await stores.up();
}

export const latest: RestoreWay = {
  name: 'base backup and WAL',
  backup: baseBackup,
  keepsChanges: true,
  restore: (context) => recover(context),
};

/** The moment after the base backup, before anything changed. */
export const pointInTime: RestoreWay = {
  name: 'base backup and WAL, to a point in time',
  backup: baseBackup,
  keepsChanges: false,
  restore(context) {
    const moment = readFileSync(join(context.vault, momentFile), 'utf8');
    return recover(context, `recovery_target_time = '${moment}'`, `recovery_target_action = 'promote'`);
  },
};
