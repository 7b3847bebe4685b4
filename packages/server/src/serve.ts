import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyMode } from '@orgdex/contract';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Dataset } from './engine/dataset.ts';
import { warmUp } from './engine/warm-up.ts';
import { openLogger, type ServiceLog } from './http/logger.ts';
import { openMetrics } from './http/metrics.ts';
import { stopServer } from './http/shutdown.ts';
import { listen } from './ledger/listen.ts';
import { outboxChannel } from './ledger/outbox/enqueue.ts';
import { generationChannel, publishedChannel } from './ledger/outbox/generations.ts';
import { openLedger, type Pool } from './ledger/pool.ts';
import { suppressionChannel } from './ledger/suppression.ts';
import { replaySuppressions } from './privacy/suppress.ts';
import { openSuppressionFilter } from './privacy/suppression-filter.ts';
import { startPublisher } from './publish/background-publisher.ts';
import type { RebuildDeps } from './publish/rebuild.ts';
import { openServedGeneration } from './publish/served-generation.ts';
import type { Config } from './settings/config.ts';
import type { Secret } from './settings/secret.ts';
import { openSandbox } from './synthetic/sandbox/open-sandbox.ts';
import { alone, type Role } from './workers/role.ts';

/** How often a process refreshes its state when it receives no notification. */
const refreshEveryMs = 1000;
/** How long the start waits for the sandbox. */
const sandboxTimeoutMs = 5000;
/** A ledger query that takes longer than this is given up, to free its connection. */
const queryTimeoutMs = 10_000;

export interface ServeDeps {
  config: Config;
  secret: Secret;
  /** Publishing has its own connections, so that a long publish never blocks the check of a key. */
  rebuild: RebuildDeps;
  /** Without a role, the process serves alone. */
  role?: Role;
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
    refreshGeneration: loggingErrors(served.refresh, 'cannot read the ledger'),
    refreshSuppressed: loggingErrors(suppressed.refresh, 'cannot read the ledger'),
    refreshSandbox,
  };
}

type State = Awaited<ReturnType<typeof openState>>;

/** Without data there is nothing to warm up, and the readiness check reports an unavailable engine. */
async function warm({ rebuild }: ServeDeps, { served }: State, log: Logger): Promise<void> {
  try {
    await warmUp(rebuild.engine, served.current().indices);
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
async function openServers(deps: ServeDeps, pool: Pool, state: State, { log, droppedLines }: ServiceLog) {
  const { config, secret, role = alone } = deps;
  const metrics = openMetrics();
  metrics.readCache(state.served.cacheState);
  metrics.readDroppedLines(droppedLines);
  const app = await buildApp({
    config,
    pool,
    datasets: datasetsOf(state),
    cursorKey: secret.cursorKey,
    auditKey: secret.auditKey,
    logger: log,
    metrics,
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
function startBackground({ config, rebuild, role = alone }: ServeDeps, state: State, log: Logger) {
  let publisher: ReturnType<typeof startPublisher> | undefined;
  role.whenPublisher(() => {
    publisher ??= startPublisher(rebuild, log);
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
    await Promise.all([listener.stop(), publisher?.stop()]);
  };
}

/** Serves requests and, as the publisher, publishes changes, until it gets a stop signal. */
export async function serve(deps: ServeDeps): Promise<void> {
  const { config, secret, role = alone } = deps;
  const pool = openLedger(config.DATABASE_URL, { query_timeout: queryTimeoutMs });
  const serviceLog = openLogger(config.LOG_LEVEL);
  const { log } = serviceLog;
  try {
    const replayed = await replaySuppressions({ pool, secret, home: config.ORGDEX_HOME });
    if (replayed > 0) log.warn({ replayed }, 'applied opt-outs from the file that were missing in the ledger');
    const state = await openState(deps, pool, log);
    await warm(deps, state, log);
    const servers = await openServers(deps, pool, state, serviceLog);
    const stopBackground = startBackground(deps, state, log);
    await new Promise<void>((stopped) => {
      role.untilTold(log, async () => {
        await Promise.all(servers.map(stopServer));
        await stopBackground();
        stopped();
      });
    });
  } finally {
    await pool.end();
  }
}
