import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Engine, openEngine } from '../../../server/src/engine/client.ts';
import { listGenerations } from '../../../server/src/ledger/outbox/generations.ts';
import { openLedger, type Pool } from '../../../server/src/ledger/pool.ts';
import { type Config, readConfig } from '../../../server/src/settings/config.ts';
import { program } from '../../../server/test/support/processes/installation.ts';

/** Where an installation is that is measured: it outlives the process that measures it. */
export interface PlaceNames {
  readonly database: string;
  readonly prefix: string;
  readonly home: string;
}

export interface Place extends PlaceNames {
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
  readonly pool: Pool;
  readonly engine: Engine;
  /** Runs a command to its end; gives what it printed. */
  orgdex(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** The names under which a world is on the running engines. */
export function namesOf(world: string): PlaceNames {
  const { DATABASE_URL, ORGDEX_HOME } = readConfig();
  const url = new URL(DATABASE_URL);
  url.pathname = `/orgdex_bench_${world}`;
  return { database: url.href, prefix: `bench${world}`, home: resolve(ORGDEX_HOME, 'bench', world) };
}

async function outputOf(child: ChildProcess, what: string): Promise<string> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (text) => (out += text));
  child.stderr?.on('data', (text) => (err += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`orgdex ${what} ended with ${code}: ${err.slice(-2000)}`);
  return out;
}

/** An installation that is there, or whose database is. */
export function openPlace(names: PlaceNames): Place {
  const engines = readConfig();
  mkdirSync(join(names.home), { recursive: true });
  const env = {
    ...process.env,
    DATABASE_URL: names.database,
    OPENSEARCH_URL: engines.OPENSEARCH_URL.join(','),
    REDIS_URL: engines.REDIS_URL,
    ORGDEX_HOME: names.home,
    ORGDEX_INDEX_PREFIX: names.prefix,
    LOG_LEVEL: 'info',
  };
  const config = readConfig(env);
  const pool = openLedger(names.database);
  const engine = openEngine(config.OPENSEARCH_URL);
  return {
    ...names,
    config,
    env,
    pool,
    engine,
    orgdex(...args) {
      const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      return outputOf(child, args.join(' '));
    },
    async close() {
      await pool.end();
      await engine.close();
    },
  };
}

/** The indices that are served. */
export async function liveIndices({ pool }: Place) {
  const live = (await listGenerations(pool)).find(({ live_since }) => live_since !== null);
  if (!live) throw new Error('Nothing is published here: run `orgdex publish` in this installation first.');
  return live.indices;
}
