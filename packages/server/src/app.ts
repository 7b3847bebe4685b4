import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { KeyMode } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { usageRoute } from './api/access/access.route.ts';
import { Admission } from './api/access/admission.ts';
import { type AccessDeps, authorize } from './api/access/authorized-request.ts';
import { KeyCache } from './api/access/key-cache.ts';
import { type PeopleSearch, recordPeopleSearch } from './api/access/people-audit.ts';
import { SessionCache } from './api/access/session-cache.ts';
import { openAdmin } from './api/admin/open-admin.ts';
import { companiesRoutes } from './api/companies/companies.route.ts';
import { consolePages } from './api/console/pages.ts';
import { sessionRoutes } from './api/console/session-routes.ts';
import { referenceRoutes } from './api/http/api-reference.ts';
import { type Metrics, openMetrics } from './api/http/metrics.ts';
import { healthRoutes, openHttp } from './api/http/server.ts';
import type { MachineStatus } from './api/http/status-history.ts';
import { mcpRoute } from './api/mcp/http.ts';
import { openMeter } from './api/metering/meter.ts';
import type { Meter } from './api/metering/meter-deps.ts';
import { searchPeopleRoute } from './api/people/people.route.ts';
import { reconcileRoutes } from './api/reconcile/routes.ts';
import { type StoreWatch, unwatched } from './core/async/store-calls.ts';
import { Failure } from './core/errors/failure.ts';
import type { Config } from './core/settings/config.ts';
import type { Secret } from './core/settings/secret.ts';
import type { Tracing } from './core/tracing/request-spans.ts';
import { titleRulesHash } from './knowledge/rules/rules-hash.ts';
import { readRates } from './pipeline/publish/exchange-rates.ts';
import { responseExamples } from './sample-data/sandbox/response-examples.ts';
import type { Dataset } from './stores/opensearch/dataset.ts';
import { IndexReader } from './stores/opensearch/index-reader.ts';
import { findKey, keyChannel } from './stores/postgres/access/api-keys.ts';
import { useSession } from './stores/postgres/access/sessions.ts';
import { listen } from './stores/postgres/listen.ts';
import type { Pool } from './stores/postgres/pool.ts';
import { creditChannel } from './stores/postgres/usage/credits.ts';
import { Limiter } from './stores/redis/limiter.ts';

export interface AppDeps {
  readonly config: Config;
  readonly pool: Pool;
  readonly datasets: Readonly<Record<KeyMode, Dataset>>;
  /** Signs cursors. All processes share it. */
  readonly cursorKey: Buffer;
  /** The key of the audit log's hash chain. */
  readonly auditKey: KeyObject;
  /** Derives ids and keyed hashes when the operator changes companies or people. */
  readonly secret: Secret;
  /** The folder with the built console; absent: there is no console. */
  readonly consoleFolder?: string | undefined;
  readonly logger?: Logger;
  readonly metrics?: Metrics;
  /** Absent: requests are not traced. */
  readonly tracing?: Tracing | undefined;
  /** The last hour of the processes of this machine. Absent: it is not sampled. */
  readonly machine?: () => MachineStatus;
  /** Whether the process will stop soon. */
  readonly isDraining?: () => boolean;
  /** False: the database belongs to another installation. */
  readonly isOwnDatabase?: () => boolean;
}

interface Access extends AccessDeps {
  readonly meter: Meter;
  limitsShared(): boolean;
  readonly console?: ReturnType<typeof openConsole>;
  close(): Promise<void>;
}

/** How many requests of test keys one process handles at the same time. */
const testConcurrency = 16;

function openAdmission({ ORGDEX_CONCURRENCY: limit }: Config): Record<KeyMode, Admission> {
  return {
    live: new Admission({ limit, queue: limit }),
    test: new Admission({ limit: testConcurrency, queue: testConcurrency }),
  };
}

/** Caches the keys of the database, and drops each as soon as it changes. */
function openKeys({ config, pool }: AppDeps, meter: Meter, metrics: Metrics) {
  const keys = new KeyCache({ readKey: (hash) => findKey(pool, hash), count: metrics.countKeyCheck });
  const changes = listen({
    connectionString: config.DATABASE_URL,
    channels: {
      [keyChannel]: (change) => keys.hear(change),
      [creditChannel]: (account) => meter.recall(Number(account)),
    },
    onConnected: () => keys.distrust(),
  });
  return { keys, changes };
}

/** Measures every call to a store, and traces those of requests. */
export const watchStores = (metrics: Metrics, tracing: Tracing | undefined): StoreWatch => ({
  observe: metrics.observeStore,
  trace: tracing?.traceStore ?? unwatched.trace,
});

/** Everything that authorizes, limits and meters a request. */
async function openAccess(deps: AppDeps, log: Logger, metrics: Metrics): Promise<Access> {
  const { config, pool } = deps;
  const meter = await openMeter({
    pool,
    folder: join(config.ORGDEX_HOME, 'spool'),
    log,
    onShipped: metrics.countShipped,
    onSkipped: metrics.countSkipped,
    onSpool: metrics.setSpoolWritable,
  });
  let isShared = true;
  const limiter = new Limiter({
    redisUrl: config.REDIS_URL,
    prefix: config.ORGDEX_INDEX_PREFIX,
    processes: () => meter.processes(),
    log,
    onMode: (mode) => {
      isShared = mode === 'shared';
      metrics.setLimiterShared(isShared);
    },
    onDecision: metrics.countLimit,
    watch: watchStores(metrics, deps.tracing),
  });
  await limiter.ready;
  const { keys, changes } = openKeys(deps, meter, metrics);
  return {
    keys,
    limiter,
    meter,
    limitsShared: () => isShared,
    admission: openAdmission(config),
    ...(deps.consoleFolder === undefined ? {} : { console: openConsole(deps) }),
    async close() {
      keys.stop();
      limiter.close();
      await Promise.all([changes.stop(), meter.stop()]);
    },
  };
}

/** What only the console needs: sessions, and the audit of people searches. */
function openConsole({ pool, auditKey }: AppDeps) {
  return {
    sessions: new SessionCache((hash) => useSession(pool, hash)),
    recordSearch: (search: PeopleSearch) => recordPeopleSearch({ pool, auditKey }, search),
  };
}

/** Serves the console and its sessions. */
function consoleRoutes(app: FastifyInstance, access: Access, { pool, datasets, consoleFolder }: AppDeps): void {
  if (consoleFolder === undefined || !access.console) return;
  const { sessions } = access.console;
  sessionRoutes(app, access, { pool, sessions, generation: () => datasets.live.generation() });
  consolePages(app, consoleFolder);
}

/** Builds the whole service, ready to listen. `close` closes everything that it opened. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, pool, datasets, cursorKey, isDraining = () => false, isOwnDatabase = () => true } = deps;
  const log = deps.logger ?? pino({ level: config.LOG_LEVEL });
  const metrics = deps.metrics ?? openMetrics();
  const access = await openAccess(deps, log, metrics);
  const { meter } = access;
  const reader = new IndexReader(config.OPENSEARCH_URL, watchStores(metrics, deps.tracing));
  const rates = readRates(config.ORGDEX_EXCHANGE_RATES);
  const admin = openAdmin({ ...deps, rates, meter, limitsShared: access.limitsShared }, log);
  const app = await openHttp({
    log,
    authorize: (asked) => authorize(access, asked),
    trustedProxies: config.ORGDEX_TRUSTED_PROXIES,
    observe: metrics.observeAnswer,
    tracing: deps.tracing,
    onProblem: admin.countProblem,
    isDraining,
    connections: { perAddress: config.ORGDEX_CONNECTIONS_PER_ADDRESS, onRefused: metrics.countRefusedConnection },
  });
  app.addHook('onClose', async () => {
    reader.close();
    await admin.close();
    await access.close();
  });
  metrics.readUnshipped(() => meter.unshippedBytes());
  healthRoutes(app, async () => {
    if (isDraining()) throw new Failure('not_ready', { message: 'This process is stopping.' });
    if (!isOwnDatabase()) throw new Failure('not_ready', { message: 'The database belongs to another installation.' });
    if (!meter.isHealthy()) throw new Failure('not_ready', { message: 'Usage cannot be recorded.' });
    await reader.checkReady(datasets.live.generation());
  });
  referenceRoutes(app, { version: packageJson.version, examples: responseExamples() });
  companiesRoutes(app, { datasets, reader, cursorKey, rates });
  searchPeopleRoute(app, { datasets, reader, cursorKey, rulesHash: titleRulesHash() });
  usageRoute(app, { pool, flush: () => meter.flush() });
  admin.routes(app);
  consoleRoutes(app, access, deps);
  mcpRoute(app, access);
  reconcileRoutes(app, access, { datasets, reader });
  return app;
}
