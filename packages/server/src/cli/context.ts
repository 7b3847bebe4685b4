import { setFlagsFromString } from 'node:v8';
import { type RecordAudit, recordAuditAs } from '../api/access/audit.ts';
import type { ChangeDeps } from '../api/access/audited-change.ts';
import { type Progress, startProgress } from '../core/output/progress.ts';
import { type Config, readConfig } from '../core/settings/config.ts';
import { currentUser } from '../core/settings/current-user.ts';
import { readSecret, type Secret } from '../core/settings/secret.ts';
import type { Rates } from '../knowledge/rules/money/exchange-rates.ts';
import { readRates } from '../pipeline/publish/exchange-rates.ts';
import type { RebuildDeps } from '../pipeline/publish/generation-lifecycle.ts';
import { openPool, type Pool } from '../stores/postgres/pool.ts';
import { checkDatabase } from '../stores/postgres/schema/migrate.ts';
import { toTerminal } from './output/terminal.ts';

/** The dependencies of commands. Settings are read when a command runs, so `--help` needs none. */
export interface Context {
  config(): Config;
  /** Writes the result of the command to standard output. */
  print(text: string): void;
  /** Writes everything else to standard error. */
  note(text: string): void;
  withDatabase<T>(run: (pool: Pool) => Promise<T>): Promise<T>;
}

export function openContext(): Context {
  let config: Config | undefined;
  const context: Context = {
    config: () => {
      config ??= readConfig();
      return config;
    },
    print: (text) => void process.stdout.write(`${toTerminal(text)}\n`),
    note: (text) => void process.stderr.write(`${toTerminal(text)}\n`),
    async withDatabase(run) {
      const { DATABASE_URL, ORGDEX_HOME, ORGDEX_POOL_SIZE: size } = context.config();
      const { fingerprint } = readSecret(ORGDEX_HOME);
      const pool = openPool(DATABASE_URL, { size, installation: { fingerprint } });
      try {
        await checkDatabase(pool, context.note);
        return await run(pool);
      } finally {
        await pool.end();
      }
    },
  };
  return context;
}

/** The dependencies of a long command. */
export interface DatabaseWork {
  config: Config;
  pool: Pool;
  secret: Secret;
  rates: Rates;
  progress: Progress;
}

export interface Work extends DatabaseWork {
  rebuild: RebuildDeps;
}

/** Opens database, secret and progress for a long command. */
function withProgress<T>(context: Context, json: boolean, run: (work: DatabaseWork) => Promise<T>): Promise<T> {
  const config = context.config();
  const rates = readRates(config.ORGDEX_EXCHANGE_RATES);
  return context.withDatabase(async (pool) => {
    const progress = startProgress(process.stderr, json);
    try {
      return await run({ config, pool, secret: readSecret(config.ORGDEX_HOME), rates, progress });
    } finally {
      progress.end();
    }
  });
}

/** The same with OpenSearch. Its client is large, so it is loaded only here. */
export function withStores<T>(context: Context, json: boolean, run: (work: Work) => Promise<T>): Promise<T> {
  return withProgress(context, json, async (work) => {
    const { config, pool, rates, progress } = work;
    const { connectOpenSearch } = await import('../stores/opensearch/client.ts');
    const opensearch = connectOpenSearch(config.OPENSEARCH_URL);
    const options = {
      prefix: config.ORGDEX_INDEX_PREFIX,
      shards: config.ORGDEX_SHARDS,
      replicas: config.ORGDEX_REPLICAS,
    };
    try {
      return await run({
        ...work,
        rebuild: { pool, opensearch, options, rosterPeople: config.ORGDEX_ROSTER_PEOPLE, rates, progress },
      });
    } finally {
      await opensearch.close();
    }
  });
}

/** Such a job that needs only the database. */
export function withBatches<T>(context: Context, json: boolean, run: (work: DatabaseWork) => Promise<T>): Promise<T> {
  collectEarly();
  return withProgress(context, json, run);
}

/**
 * Such a job that also writes documents. Each thread makes much garbage, so its young generation does not grow either.
 */
export function withDocuments<T>(context: Context, json: boolean, run: (work: Work) => Promise<T>): Promise<T> {
  collectEarly();
  setFlagsFromString('--semi-space-growth-factor=1');
  return withStores(context, json, (work) => {
    const { DATABASE_URL: databaseUrl, OPENSEARCH_URL: opensearchUrls } = work.config;
    return run({ ...work, rebuild: { ...work.rebuild, stores: { databaseUrl, opensearchUrls } } });
  });
}

/** The operator, as recorded in the audit log. */
export const actorOf = (): string => `cli:${currentUser()}`;

/** Opens the database for changes that the audit log records with the operator as the actor. */
export function withAuditActor<T>(context: Context, run: (deps: ChangeDeps) => Promise<T>): Promise<T> {
  return context.withDatabase((pool) => {
    const { auditKey } = readSecret(context.config().ORGDEX_HOME);
    return run({ pool, auditKey, actor: actorOf() });
  });
}

/** Adds an audit entry of the operator inside another transaction. */
export const auditing = (context: Context): RecordAudit =>
  recordAuditAs(readSecret(context.config().ORGDEX_HOME).auditKey, actorOf());

/**
 * For a job with millions of rows, which makes much garbage and keeps little: collects early instead of growing the
 * heap.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=20');
}
