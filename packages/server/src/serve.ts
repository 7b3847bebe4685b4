import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyMode } from '@orgdex/contract';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { builtConsole } from './api/console/built-console.ts';
import { openLogger, type ServiceLog } from './api/http/log-output.ts';
import { type Metrics, openMetrics } from './api/http/metrics.ts';
import { stopServer } from './api/http/shutdown.ts';
import { drainMsOf, openAlone, type Role } from './api/workers/process-role.ts';
import { buildApp, watchStores } from './app.ts';
import type { Config } from './core/settings/config.ts';
import type { Secret } from './core/settings/secret.ts';
import type { Tracing } from './core/tracing/request-spans.ts';
import { replaySuppressions } from './pipeline/privacy/replay.ts';
import { openSuppressionFilter } from './pipeline/privacy/suppression-filter.ts';
import { startPublisher } from './pipeline/publish/background-publisher.ts';
import type { RebuildDeps } from './pipeline/publish/generation-lifecycle.ts';
import { openServedGeneration } from './pipeline/publish/served-generation.ts';
import { watchDatabase } from './pipeline/publish/watch-database.ts';
import { openSandbox } from './sample-data/sandbox/open-sandbox.ts';
import type { Dataset } from './stores/opensearch/dataset.ts';
import { warmUp } from './stores/opensearch/warm-up.ts';
import { listWidest } from './stores/postgres/imports/run-list.ts';
import { listen } from './stores/postgres/listen.ts';
import { outboxChannel } from './stores/postgres/outbox/enqueue.ts';
import { generationChannel, publishedChannel } from './stores/postgres/outbox/generations.ts';
import { openPool, type Pool } from './stores/postgres/pool.ts';
import { mayPublish } from './stores/postgres/roles/roles.ts';
import { suppressionChannel } from './stores/postgres/suppression.ts';

/** How often a process refreshes its state when it receives no notification. */
const refreshEveryMs = 1000;
/** How long the start waits for the sandbox. */
const sandboxTimeoutMs = 5000;
/** A database query that takes longer than this is given up, to free its connection. */
const queryTimeoutMs = 10_000;

export interface ServeDeps {
  config: Config;
  secret: Secret;
  /** Publishing has its own connections, so that a long publish never blocks the check of a key. */
  rebuild: RebuildDeps;
  /** Without a role, the process serves alone. */
  role?: Role;
  /** Whether to serve the web console; it is, unless turned off. */
  console?: boolean;
}

/** The dependencies with the role, and what the whole process shares. */
interface Serving extends ServeDeps {
  role: Role;
  metrics: Metrics;
  tracing: Tracing | undefined;
  /** Whether the database role may publish. */
  mayPublish: boolean;
  isDraining: () => boolean;
  /** False: DATABASE_URL leads to the database of another installation. */
  isOwnDatabase: () => boolean;
}

/**
 * Runs one at a time. A call while it runs causes one more run: the current run may have missed what the call is about.
 */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let isWanted = false;
  async function run(): Promise<void> {
    do {
      isWanted = false;
      await work();
    } while (isWanted);
    current = undefined;
  }
  return () => {
    isWanted = true;
    current ??= run();
    return current;
  };
}

/** Opens the state that requests need: the served generation, the suppressed people and the sandbox. */
async function openState({ config, rebuild }: ServeDeps, pool: Pool, log: Logger) {
  const served = openServedGeneration({ pool, cacheBytes: config.ORGDEX_CACHE_MB * 2 ** 20, rates: rebuild.rates });
  const suppressed = openSuppressionFilter(pool);
  const sandbox = openSandbox(rebuild);
  const loggingErrors = (refresh: () => Promise<void>, message: string) =>
    oneAtATime(() => refresh().catch((error: Error) => log.warn({ message: error.message }, message)));
  const refreshSandbox = loggingErrors(sandbox.refresh, 'cannot create the sandbox');
  // The sandbox must not delay the requests of live keys for long.
  const sandboxSoon = Promise.race([refreshSandbox(), sleep(sandboxTimeoutMs, undefined, { ref: false })]);
  await Promise.all([served.refresh(), suppressed.refresh(), sandboxSoon]);
  return {
    served,
    suppressed,
    sandbox,
    refreshGeneration: loggingErrors(served.refresh, 'cannot read PostgreSQL'),
    refreshSuppressed: loggingErrors(suppressed.refresh, 'cannot read PostgreSQL'),
    refreshSandbox,
  };
}

type State = Awaited<ReturnType<typeof openState>>;

/** Without data there is nothing to warm up, and the readiness check reports an unavailable OpenSearch. */
async function warm({ rebuild }: ServeDeps, { served }: State, log: Logger): Promise<void> {
  try {
    await warmUp(rebuild.opensearch, served.current().indices);
  } catch (error) {
    log.info({ message: (error as Error).message }, 'warm-up skipped');
  }
}

/** The dataset of each kind of key. */
const datasetsOf = ({ served, suppressed, sandbox }: State): Record<KeyMode, Dataset> => ({
  live: { generation: served.current, suppressedAt: suppressed.at, simulateProblem: async () => {} },
  test: sandbox.dataset,
});

/** Opens both servers and listens. If a port is in use, closes what was opened. */
async function openServers(deps: Serving, pool: Pool, state: State, { log, droppedLines }: ServiceLog) {
  const { config, secret, role, metrics, tracing, isDraining, isOwnDatabase, console = true } = deps;
  metrics.readCache(state.served.cacheState);
  metrics.readPool(() => pool);
  metrics.readDroppedLines(droppedLines);
  const app = await buildApp({
    config,
    pool,
    datasets: datasetsOf(state),
    cursorKey: secret.cursorKey,
    auditKey: secret.auditKey,
    secret,
    consoleFolder: console ? builtConsole : undefined,
    logger: log,
    metrics,
    tracing,
    machine: role.machine,
    isDraining,
    isOwnDatabase,
  });
  const servers = [app];
  try {
    const place = { host: config.METRICS_HOST, port: config.METRICS_PORT, logger: log };
    servers.push(...(await role.showMetrics(metrics.registry, place)));
    await app.listen({
      host: config.HOST,
      port: config.PORT,
      listenTextResolver: (address) => `listening on ${address}`,
    });
    return servers;
  } catch (error) {
    await Promise.all(servers.map(stopServer));
    throw error;
  }
}

/** Refreshes the state and, as the publisher, publishes: after a notification, and at least every second. */
function startBackground(deps: Serving, state: State, log: Logger) {
  const { config, rebuild, role, metrics, mayPublish } = deps;
  let publisher: ReturnType<typeof startPublisher> | undefined;
  let watch: ReturnType<typeof watchDatabase> | undefined;
  role.whenPublisher(() => {
    if (mayPublish) publisher ??= startPublisher(rebuild, log);
    else log.info('this database role cannot publish: `orgdex publish --follow` must run with one that can');
    watch ??= watchDatabase(rebuild.pool, (state) => {
      metrics.setDatabase(state);
      // While the database is unavailable, the last value stays: it changes only with an import.
      if (state) listWidest(rebuild.pool).then(metrics.setWidest, () => {});
    });
  });
  const refreshAll = () => {
    void state.refreshGeneration();
    void state.refreshSuppressed();
    void state.refreshSandbox();
  };
  const listener = listen({
    connectionString: config.DATABASE_URL,
    channels: {
      [generationChannel]: () => void state.refreshGeneration(),
      [publishedChannel]: state.served.hear,
      [suppressionChannel]: () => void state.refreshSuppressed(),
      [outboxChannel]: () => publisher?.wake(),
    },
    onConnected: refreshAll,
  });
  const timer = setInterval(refreshAll, refreshEveryMs);
  return async () => {
    clearInterval(timer);
    watch?.stop();
    await Promise.all([listener.stop(), publisher?.stop()]);
  };
}

/** Traces need a collector. Without one, OpenTelemetry is not even loaded. */
async function openTracing(config: Config, log: Logger): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = config;
  if (endpoint === '') return undefined;
  const tracing = await import('./core/tracing/open-tracing.ts');
  return tracing.openTracing({
    endpoint,
    serviceName,
    version: packageJson.version,
    share: config.OTEL_TRACES_SAMPLER_ARG,
    onError: ({ message }) => log.warn({ message }, 'cannot send traces'),
  });
}

/** Serves requests and, as the publisher, publishes changes, until it gets a stop signal. */
export async function serve(given: ServeDeps): Promise<void> {
  const { config, secret } = given;
  const serviceLog = openLogger(config.LOG_LEVEL);
  const { log } = serviceLog;
  const metrics = openMetrics();
  const tracing = await openTracing(config, log);
  const role = given.role ?? openAlone(drainMsOf(config));
  const watch = watchStores(metrics, tracing);
  const size = config.ORGDEX_POOL_SIZE;
  let isOwnDatabase = true;
  const installation = {
    fingerprint: secret.fingerprint,
    onChecked(isOwn: boolean) {
      if (isOwnDatabase && !isOwn) log.error('the database now belongs to another installation');
      isOwnDatabase = isOwn;
    },
  };
  const pool = openPool(config.DATABASE_URL, { size, query_timeout: queryTimeoutMs, watch, installation });
  try {
    let isDraining = false;
    const deps: Serving = {
      ...given,
      role,
      metrics,
      tracing,
      mayPublish: await mayPublish(pool),
      isDraining: () => isDraining,
      isOwnDatabase: () => isOwnDatabase,
    };
    const replayed = await replaySuppressions({ pool, secret, home: config.ORGDEX_HOME });
    if (replayed > 0) log.warn({ replayed }, 'applied opt-outs from the file that were missing in the database');
    const state = await openState(deps, pool, log);
    await warm(deps, state, log);
    const servers = await openServers(deps, pool, state, serviceLog);
    const stopBackground = startBackground(deps, state, log);
    await new Promise<void>((stopped) => {
      role.untilStopped(log, {
        drain() {
          isDraining = true;
        },
        async stop() {
          await Promise.all(servers.map(stopServer));
          await Promise.all([stopBackground(), tracing?.close()]);
          stopped();
        },
      });
    });
  } finally {
    await pool.end();
  }
}
