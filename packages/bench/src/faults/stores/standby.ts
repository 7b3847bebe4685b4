import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { becomes } from '../../../../testing/src/processes/fleet.ts';
import { freePort } from '../../../../testing/src/processes/free-port.ts';
import { outputOf } from '../../../../testing/src/processes/installation.ts';
import type { OwnStores } from '../../../../testing/src/stores/own-stores.ts';

const streamsWithinMs = 30_000;

/** PostgreSQL refuses to run as root, so its programs run as the owner of its files. */
function toolsOf({ postgresData }: OwnStores) {
  const [pid, , , port] = readFileSync(join(postgresData, 'postmaster.pid'), 'utf8').split('\n') as string[];
  const bin = dirname(readlinkSync(`/proc/${pid}/exe`));
  const { uid, gid } = statSync(postgresData);
  async function run(program: string, ...args: string[]): Promise<void> {
    const child = spawn(join(bin, program), args, { uid, gid, cwd: dirname(postgresData), stdio: 'pipe' });
    const { code, err } = await outputOf(child);
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${err}`);
  }
  return { port: port as string, run };
}

async function asSuperuser<T>(port: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A standby of PostgreSQL that confirms every transaction, so that none is lost when it is promoted. */
export async function startStandby(stores: OwnStores, databaseUrl: string) {
  const { port: primary, run } = toolsOf(stores);
  const folder = join(dirname(stores.postgresData), 'standby');
  const port = String(await freePort());
  rmSync(folder, { recursive: true, force: true });
  await run(
    'pg_basebackup',
    '-D',
    folder,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '-h',
    '127.0.0.1',
    '-p',
    primary,
    '-U',
    'postgres',
  );
  const log = `${folder}.log`;
  // The port of the command line, because the copied configuration has that of the primary.
  await run('pg_ctl', 'start', '-w', '-D', folder, '-l', log, '-o', `-p ${port} -c synchronous_standby_names=`);
  await asSuperuser(primary, async (client) => {
    const isStreaming = await becomes(async () => {
      const { rows } = await client.query("SELECT FROM pg_stat_replication WHERE state = 'streaming'");
      return rows.length > 0;
    }, streamsWithinMs);
    if (!isStreaming) throw new Error(`The standby does not stream: ${readFileSync(log, 'utf8')}`);
    // The file is written anew when the primary starts next time, without the standby.
    appendFileSync(join(stores.postgresData, 'orgdex.conf'), "synchronous_standby_names = '*'\n");
    await client.query('SELECT pg_reload_conf()');
  });
  const url = new URL(databaseUrl);
  url.port = port;
  return {
    url: url.href,
    promote: () => run('pg_ctl', 'promote', '-w', '-D', folder),
    async stop(): Promise<void> {
      await run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
