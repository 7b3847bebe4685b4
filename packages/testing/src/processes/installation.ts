import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import { ensureSecret } from '../../../server/src/core/settings/secret.ts';
import { connectOpenSearch, type OpenSearch } from '../../../server/src/stores/opensearch/client.ts';
import { migrate } from '../../../server/src/stores/postgres/schema/migrate.ts';
import { checkRunsAddUp } from '../data/adds-up.ts';
import { asAdmin, createDatabase } from '../stores/database.ts';

export const program = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Waits until a process ends, and returns what it wrote. */
export async function outputOf(child: ChildProcess): Promise<Ended> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (text) => {
    out += text;
  });
  child.stderr?.on('data', (text) => {
    err += text;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

interface InstallationOptions {
  secretOf?: Installation;
  settings?: Record<string, string>;
  /** The home folder of other stores than the running ones. */
  stores?: string;
  /** The main.ts of another version. */
  build?: string;
}

/** A complete installation for one test, used from outside: its commands are processes. */
export async function openInstallation(options: InstallationOptions = {}) {
  const home = mkdtempSync(join(tmpdir(), 'orgdex-'));
  const { DATABASE_URL, OPENSEARCH_URL, REDIS_URL } = readConfig(
    options.stores ? { ORGDEX_HOME: options.stores } : process.env,
  );
  const { name, url } = await createDatabase(DATABASE_URL);
  const prefix = `t${randomBytes(5).toString('hex')}`;
  const env = {
    ...process.env,
    // All clients of a test have one address.
    ORGDEX_CONNECTIONS_PER_ADDRESS: '65535',
    DATABASE_URL: url,
    OPENSEARCH_URL: OPENSEARCH_URL.join(','),
    REDIS_URL,
    ORGDEX_HOME: home,
    ORGDEX_INDEX_PREFIX: prefix,
    LOG_LEVEL: 'warn',
    // No load balancer watches the servers of most tests.
    ORGDEX_DRAIN_SECONDS: '0',
    ...options.settings,
  };
  if (options.secretOf) copyFileSync(join(options.secretOf.home, 'secret'), join(home, 'secret'));
  const opensearch: OpenSearch = connectOpenSearch(OPENSEARCH_URL);
  const startThrough = (through: readonly string[], build: string, more: Record<string, string>, ...args: string[]) => {
    const [command, ...words] = [...through, process.execPath, build, ...args] as [string, ...string[]];
    return spawn(command, words, { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  /** @param build another main.ts than the original */
  const startBuild = (build: string, more: Record<string, string>, ...args: string[]) =>
    startThrough([], build, more, ...args);
  const ownBuild = options.build ?? program;
  const startWith = (more: Record<string, string>, ...args: string[]) => startBuild(ownBuild, more, ...args);
  const start = (...args: string[]) => startWith({}, ...args);
  const run = (...args: string[]) => {
    const child = start(...args);
    return { child, end: outputOf(child) };
  };
  /** Runs a command with other settings until it exits, with any status. */
  const endOf = (more: Record<string, string>, ...args: string[]): Promise<Ended> => outputOf(startWith(more, ...args));
  async function runBuild(build: string, ...args: string[]): Promise<Ended> {
    const result = await outputOf(startBuild(build, {}, ...args));
    if (result.code !== 0) throw new Error(`orgdex ${args.join(' ')} ended with ${result.code}: ${result.err}`);
    return result;
  }
  /** Runs a command until it exits. If it fails, so does the test. */
  const orgdex = (...args: string[]): Promise<Ended> => runBuild(ownBuild, ...args);
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  // A test may kill the database: a broken connection is replaced at the next use.
  pool.on('error', () => {});
  // The copied database belongs to no installation yet.
  await pool.query('DELETE FROM installation');
  await migrate(pool, ensureSecret(home).fingerprint);
  /** For stores that are removed completely afterwards. */
  async function disconnect(): Promise<void> {
    await pool.end();
    await opensearch.close();
    rmSync(home, { recursive: true, force: true });
  }
  return {
    home,
    env,
    prefix,
    url,
    redisUrl: REDIS_URL,
    pool,
    opensearch,
    run,
    startWith,
    endOf,
    startBuild,
    startThrough,
    runBuild,
    orgdex,
    /**
     * Starts a command and kills it with SIGKILL after this many milliseconds; returns whether it was still running.
     */
    async kill(afterMs: number, ...args: string[]): Promise<boolean> {
      const { child, end } = run(...args);
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
      await end;
      clearTimeout(timer);
      return child.signalCode === 'SIGKILL';
    },
    disconnect,
    /** Checks the counts of all runs, as every test that imports must do. */
    async close(): Promise<void> {
      try {
        await checkRunsAddUp(pool);
      } finally {
        await opensearch.indices.delete({ index: `${prefix}-*`, ignore_unavailable: true });
        await disconnect();
        await asAdmin(`DROP DATABASE ${name}`, DATABASE_URL);
      }
    },
  };
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>;
