import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { isProcessOf, Problems, type RunOptions, readPid, run, runOrThrow, stopProcess, waitUntil } from './process.ts';
import type { Settings } from './settings.ts';
import { type Daemon, readyTimeoutMs, type Store } from './store.ts';

export type PostgresTools = { version: number; bin: string; runAs: RunOptions };

/** The account that owns the server's files: PostgreSQL refuses to run as root. */
export const postgresUser = 'postgres';

const postgresFolderOf = (home: string) => join(home, 'stores', 'postgres');

export function postgresStore(settings: Settings, tools: () => PostgresTools): Store {
  const folder = postgresFolderOf(settings.home);
  const data = join(folder, 'data');
  const log = join(folder, 'postgres.log');
  const pidFile = join(data, 'postmaster.pid');
  const port = settings.postgresPort;

  const pid = () => {
    const found = readPid(pidFile);
    return found !== undefined && isProcessOf(found, data) ? found : undefined;
  };
  const start = async () => {
    const { bin, runAs } = tools();
    await clearStalePid(pidFile);
    writeFileSync(join(data, 'orgdex.conf'), configOf(port, tools().version), { mode: 0o644 });
    await runOrThrow(join(bin, 'pg_ctl'), ['start', '-w', '-t', String(readyTimeoutMs / 1000), '-D', data, '-l', log], {
      ...runAs,
      cwd: folder,
    });
  };
  const daemon: Daemon = {
    name: 'PostgreSQL',
    folder,
    address: `127.0.0.1:${port}`,
    ports: [{ port, setting: 'ORGDEX_STORES_POSTGRES_PORT' }],
    log,
    pid,
    start,
    // Fast, then immediate: even the second leaves a database that recovers.
    stop: () => stopProcess(pid, ['SIGINT', 'SIGQUIT']),
  };
  return {
    name: daemon.name,
    address: daemon.address,
    daemons: [daemon],
    prepare: () => prepareData(folder, data, tools()),
    isReady: async () => isMarkedReady(pidFile),
  };
}

async function prepareData(folder: string, data: string, tools: PostgresTools): Promise<void> {
  const { bin, runAs } = tools;
  mkdirSync(folder, { recursive: true });
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid);
  await checkTraversable(folder, runAs);
  if (existsSync(data)) return;

  // Built aside and renamed, so that what is there is always whole.
  const partial = `${data}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const options = { ...runAs, cwd: folder };
  const initdb = ['-D', partial, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await runOrThrow(join(bin, 'initdb'), initdb, options);
  await runOrThrow(join(bin, 'postgres'), ['--single', '-D', partial, 'postgres'], {
    ...options,
    input: firstStatements,
  });
  writeFileSync(join(partial, 'postgresql.conf'), "include 'orgdex.conf'\n", { flag: 'a' });
  renameSync(partial, data);
}

const firstStatements = `CREATE ROLE orgdex LOGIN CREATEDB;
CREATE DATABASE orgdex OWNER orgdex;
`;

// An eighth of the memory: the other stores run on the same machine, and the system caches files too.
const sharedBuffersMb = () => Math.max(128, Math.floor(totalmem() / 2 ** 20 / 8));

// For a machine that also runs the other stores. Loopback only, since everyone who reaches it is trusted.
const configOf = (port: number, version: number) => `listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
max_connections = 200
shared_buffers = ${sharedBuffersMb()}MB
max_wal_size = 8GB
wal_compression = ${version >= 15 ? 'lz4' : 'on'}
checkpoint_timeout = 30min
jit = off
log_line_prefix = '%m [%p] %d '
`;

// The server refuses to start while the process of its last pid file seems alive: killed but not yet reaped, or another.
async function clearStalePid(pidFile: string): Promise<void> {
  const isGone = () => !existsSync(`/proc/${readPid(pidFile)}`);
  if (!(await waitUntil(isGone, 10_000))) rmSync(pidFile, { force: true });
}

/** The server says in the eighth line of its pid file how far it is. */
const isMarkedReady = (pidFile: string) =>
  existsSync(pidFile) && (readFileSync(pidFile, 'utf8').split('\n')[7] ?? '').startsWith('ready');

async function checkTraversable(folder: string, runAs: RunOptions): Promise<void> {
  if (runAs.uid === undefined) return;
  const path: string[] = [];
  for (let at = dirname(folder); at !== dirname(at); at = dirname(at)) path.unshift(at);
  for (const parent of path) {
    const { code } = await run('test', ['-x', parent], { ...runAs, cwd: '/' });
    if (code === 0) continue;
    throw new Problems([
      `PostgreSQL cannot run as root and runs as the user ${postgresUser}, who may not enter ${parent}: ` +
        `set ORGDEX_HOME to a folder that this user can reach, or allow it with: chmod o+x ${parent}`,
    ]);
  }
}

/** The major version whose server wrote the data, if there is any. */
export function postgresDataVersion(home: string): number | undefined {
  const file = join(postgresFolderOf(home), 'data', 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}
