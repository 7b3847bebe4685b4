import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, readConfig } from '../../../server/src/core/settings/config.ts';
import { connectOpenSearch, type OpenSearch } from '../../../server/src/stores/opensearch/client.ts';
import type { ServedGeneration } from '../../../server/src/stores/opensearch/index-reader.ts';
import { listGenerations } from '../../../server/src/stores/postgres/outbox/generations.ts';
import { openPool, type Pool } from '../../../server/src/stores/postgres/pool.ts';
import { program } from '../../../testing/src/processes/installation.ts';

/** The location of a measured installation. It can exist longer than the process that measures it. */
export interface InstallationNames {
  readonly database: string;
  readonly prefix: string;
  readonly home: string;
}

export interface BenchInstallation extends InstallationNames {
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
  readonly pool: Pool;
  readonly opensearch: OpenSearch;
  /** Runs a command and returns its output. */
  orgdex(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** The names of a dataset in the running stores. */
export function installationNames(dataset: string): InstallationNames {
  const { DATABASE_URL, ORGDEX_HOME } = readConfig();
  const url = new URL(DATABASE_URL);
  url.pathname = `/orgdex_bench_${dataset}`;
  return { database: url.href, prefix: `bench${dataset}`, home: resolve(ORGDEX_HOME, 'bench', dataset) };
}

async function outputOf(child: ChildProcess, what: string): Promise<string> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (text) => (out += text));
  child.stderr?.on('data', (text) => (err += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`orgdex ${what} exited with code ${code}: ${err.slice(-2000)}`);
  return out;
}

/** Opens an installation. Its database must exist. */
export function openBenchInstallation(names: InstallationNames): BenchInstallation {
  const stores = readConfig();
  mkdirSync(join(names.home), { recursive: true });
  const env = {
    ...process.env,
    DATABASE_URL: names.database,
    OPENSEARCH_URL: stores.OPENSEARCH_URL.join(','),
    REDIS_URL: stores.REDIS_URL,
    ORGDEX_HOME: names.home,
    ORGDEX_INDEX_PREFIX: names.prefix,
    LOG_LEVEL: 'info',
  };
  const config = readConfig(env);
  const pool = openPool(names.database);
  const opensearch = connectOpenSearch(config.OPENSEARCH_URL);
  return {
    ...names,
    config,
    env,
    pool,
    opensearch,
    orgdex(...args) {
      const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      return outputOf(child, args.join(' '));
    },
    async close() {
      await pool.end();
      await opensearch.close();
    },
  };
}

export async function liveGeneration({ pool }: BenchInstallation): Promise<ServedGeneration> {
  const live = (await listGenerations(pool)).find(({ live_since }) => live_since !== null);
  if (!live) throw new Error('No generation is live. Run `orgdex publish` in this installation first.');
  return { id: live.id, indices: live.indices };
}

/** The indices of the live generation. */
export const liveIndices = async (installation: BenchInstallation) => (await liveGeneration(installation)).indices;
