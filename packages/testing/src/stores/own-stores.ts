import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../../server/src/core/settings/config.ts';

const script = fileURLToPath(new URL('../../../../scripts/stores.ts', import.meta.url));

/**
 * Ports that neither a developer's stores nor those of CI use. Another offset lets several measurements run at the same time.
 */
const portOffset = Number(process.env.ORGDEX_OWN_STORES_PORT_OFFSET ?? 0);
const settings = {
  ORGDEX_STORES_POSTGRES_PORT: String(15480 + portOffset),
  ORGDEX_STORES_REDIS_PORT: String(16900 + portOffset),
  ORGDEX_STORES_OPENSEARCH_PORT: String(9611 + portOffset),
  ORGDEX_STORES_OPENSEARCH_HEAP: '768m',
};

/** Linux has a priority per thread, not per process. */
function setPriorityOf(pid: number, priority: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      setPriority(Number(thread), priority);
    } catch {
      // It has ended, or only root may raise its priority.
    }
  }
}

/** Reuses the downloads of the running stores. */
function borrowPrograms(home: string): void {
  for (const folder of ['opensearch/lib', 'java']) {
    const from = resolve(readConfig().ORGDEX_HOME, 'stores', folder);
    if (!existsSync(from)) continue;
    mkdirSync(dirname(join(home, 'stores', folder)), { recursive: true });
    symlinkSync(from, join(home, 'stores', folder));
  }
}

const pidIn = (file: string) => Number.parseInt(readFileSync(file, 'utf8'), 10);

/** The fourth field of a process's stat is its parent; the second, its name in parentheses, may contain spaces. */
function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return 0;
  }
}

const childrenOf = (pid: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // The process is already gone.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** PostgreSQL, Redis and OpenSearch nodes that a test may kill. */
export async function startOwnStores(nodes: 1 | 3 = 3) {
  const home = mkdtempSync(join(tmpdir(), 'orgdex-stores-'));
  // PostgreSQL runs as its own user, which needs access.
  chmodSync(home, 0o755);
  borrowPrograms(home);
  const stores = async (...args: string[]) => {
    const env = { ...process.env, ...settings, ORGDEX_HOME: home };
    const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`stores ${args.join(' ')} ended with ${code}: ${said}`);
  };
  const up = () => stores('up', '--nodes', String(nodes));
  const purge = () => stores('down', '--purge');
  const stop = async () => {
    await purge();
    rmSync(home, { recursive: true, force: true });
  };
  await up().catch(async (error) => {
    await stop();
    throw error;
  });
  const postgresData = join(home, 'stores/postgres/data');
  function signalPostgres(name: NodeJS.Signals): void {
    const postmaster = pidIn(join(postgresData, 'postmaster.pid'));
    for (const pid of [postmaster, ...childrenOf(postmaster)]) signal(pid, name);
  }
  const pidOfNode = (name: string) => pidIn(join(home, 'stores/opensearch', name, 'pid'));
  return {
    home,
    up,
    stop,
    async restart(): Promise<void> {
      await stores('down');
      await up();
    },
    /** Stops all stores and deletes their data. */
    async destroy(): Promise<void> {
      await purge();
      borrowPrograms(home);
    },
    postgresData,
    /** Like a power failure: no process of the server can clean up. */
    killPostgres: () => signalPostgres('SIGKILL'),
    freezePostgres: () => signalPostgres('SIGSTOP'),
    thawPostgres: () => signalPostgres('SIGCONT'),
    killRedis: () => signal(pidIn(join(home, 'stores/redis/redis.pid')), 'SIGKILL'),
    /** @param name n1, n2 or n3 */
    killNode: (name: string) => signal(pidOfNode(name), 'SIGKILL'),
    freezeNode: (name: string) => signal(pidOfNode(name), 'SIGSTOP'),
    thawNode: (name: string) => signal(pidOfNode(name), 'SIGCONT'),
    /** @param priority from 0, as other processes have it, to 19: all others come first */
    setNodePriority: (name: string, priority: number) => setPriorityOf(pidOfNode(name), priority),
  };
}

export type OwnStores = Awaited<ReturnType<typeof startOwnStores>>;
