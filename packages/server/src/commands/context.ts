import { setFlagsFromString } from 'node:v8';
import { type Config, readConfig } from '../config.ts';
import { openEngine } from '../engine/client.ts';
import { checkLedger } from '../ledger/migrate.ts';
import { openLedger, type Pool } from '../ledger/pool.ts';
import { type Progress, startProgress } from '../progress.ts';
import type { RebuildDeps } from '../publish/rebuild.ts';
import { readSecret, type Secret } from '../secret.ts';

/** What commands work with. Settings are read when a command runs, so that `--help` needs none. */
export interface Context {
  config(): Config;
  /** To standard output: what the command is for. */
  print(text: string): void;
  /** To standard error: everything else. */
  note(text: string): void;
  withLedger<T>(run: (pool: Pool) => Promise<T>): Promise<T>;
}

export function openContext(): Context {
  let config: Config | undefined;
  const context: Context = {
    config: () => {
      config ??= readConfig();
      return config;
    },
    print: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    async withLedger(run) {
      const { DATABASE_URL, ORGDEX_HOME } = context.config();
      const pool = openLedger(DATABASE_URL);
      try {
        await checkLedger(pool, readSecret(ORGDEX_HOME).fingerprint);
        return await run(pool);
      } finally {
        await pool.end();
      }
    },
  };
  return context;
}

export interface Work {
  config: Config;
  pool: Pool;
  secret: Secret;
  progress: Progress;
  rebuild: RebuildDeps;
}

/** Ledger, engine, secret and progress line for one long command. */
export function withEngines<T>(context: Context, json: boolean, run: (work: Work) => Promise<T>): Promise<T> {
  const config = context.config();
  return context.withLedger(async (pool) => {
    const engine = openEngine(config.OPENSEARCH_URL);
    const progress = startProgress(process.stderr, json);
    const options = {
      prefix: config.ORGDEX_INDEX_PREFIX,
      shards: config.ORGDEX_SHARDS,
      replicas: config.ORGDEX_REPLICAS,
    };
    try {
      return await run({
        config,
        pool,
        secret: readSecret(config.ORGDEX_HOME),
        progress,
        rebuild: { pool, engine, options, progress },
      });
    } finally {
      progress.end();
      await engine.close();
    }
  });
}

/** For a job that goes through millions of rows: much garbage, little to keep, so collect early, not grow. */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=20');
}

/** The same as `withEngines` for such a job. */
export function withBatches<T>(context: Context, json: boolean, run: (work: Work) => Promise<T>): Promise<T> {
  collectEarly();
  return withEngines(context, json, run);
}

/** The same where one thread makes all the garbage: young objects get no more room either. */
export function withDocuments<T>(context: Context, json: boolean, run: (work: Work) => Promise<T>): Promise<T> {
  setFlagsFromString('--semi-space-growth-factor=1');
  return withBatches(context, json, run);
}
