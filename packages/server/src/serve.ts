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

/** How old what a process knows may get when it hears nothing. */
const lookEveryMs = 1000;
/** How long a start waits for the world of test keys. */
const sandboxMs = 5000;
/** A question to the ledger that takes longer will not be answered: its connection is wanted. */
const queryMs = 10_000;

export interface ServeDeps {
  config: Config;
  secret: Secret;
  /** Publishing has connections of its own, so that a long one never keeps a key from being checked. */
  rebuild: RebuildDeps;
  /** Without one, the process serves by itself. */
  role?: Role;
}

/** Whoever comes while it is done has it done once more afterwards: what they heard of may have come too late for it. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let flight: Promise<void> | undefined;
  let isWanted = false;
  async function run(): Promise<void> {
    do {
      isWanted = false;
      await work();
    } while (isWanted);
    flight = undefined;
  }
  return () => {
    isWanted = true;
    flight ??= run();
    return flight;
  };
}

/** What a process has to know to answer: the generation it serves, whom it must not show, and test keys' world. */
async function openKnowledge({ config, rebuild }: ServeDeps, pool: Pool, log: Logger) {
  const served = openServedGeneration({ pool, cacheBytes: config.ORGDEX_CACHE_MB * 2 ** 20, rates: rebuild.rates });
  const suppressed = openSuppressionFilter(pool);
  const sandbox = openSandbox(rebuild);
  const look = (refresh: () => Promise<void>, trouble: string) =>
    oneAtATime(() => refresh().catch((error: Error) => log.warn({ message: error.message }, trouble)));
  const lookAtSandbox = look(sandbox.refresh, 'the world of test keys cannot be made');
  // Customers do not wait long for those who only try things out.
  const sandboxSoon = Promise.race([lookAtSandbox(), sleep(sandboxMs, undefined, { ref: false })]);
  await Promise.all([served.refresh(), suppressed.refresh(), sandboxSoon]);
  return {
    served,
    suppressed,
    sandbox,
    lookAtGeneration: look(served.refresh, 'the ledger cannot be asked'),
    lookAtSuppressed: look(suppressed.refresh, 'the ledger cannot be asked'),
    lookAtSandbox,
  };
}

type Knowledge = Awaited<ReturnType<typeof openKnowledge>>;

/** Without data there is nothing to warm, and an engine that is away is the readiness check's business. */
async function warm({ rebuild }: ServeDeps, { served }: Knowledge, log: Logger): Promise<void> {
  try {
    await warmUp(rebuild.engine, served.current().indices);
  } catch (error) {
    log.info({ message: (error as Error).message }, 'the engine is not warmed up');
  }
}

/** What each kind of key is answered from. */
const worldsOf = ({ served, suppressed, sandbox }: Knowledge): Record<KeyMode, Dataset> => ({
  live: { generation: served.current, suppressedAt: suppressed.at, simulateProblem: async () => {} },
  test: sandbox.world,
});

/** The two servers, listening. A port that is taken closes what was opened. */
async function openServers(deps: ServeDeps, pool: Pool, knowledge: Knowledge, { log, droppedLines }: ServiceLog) {
  const { config, secret, role = alone } = deps;
  const metrics = openMetrics();
  metrics.readCache(knowledge.served.cacheState);
  metrics.readDroppedLines(droppedLines);
  const app = await buildApp({
    config,
    pool,
    worlds: worldsOf(knowledge),
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
      listenTextResolver: (address) => `answering on ${address}`,
    });
    return servers;
  } catch (error) {
    await Promise.all(servers.map(stopServer));
    throw error;
  }
}

/** Keeps what the process knows fresh, and may publish: when it hears of something, and at the latest every second. */
function startBackground({ config, rebuild, role = alone }: ServeDeps, knowledge: Knowledge, log: Logger) {
  let publisher: ReturnType<typeof startPublisher> | undefined;
  role.whenPublisher(() => {
    publisher ??= startPublisher(rebuild, log);
  });
  const lookAll = () => {
    void knowledge.lookAtGeneration();
    void knowledge.lookAtSuppressed();
    void knowledge.lookAtSandbox();
  };
  const listener = listen({
    connectionString: config.DATABASE_URL,
    channels: {
      [generationChannel]: () => void knowledge.lookAtGeneration(),
      [publishedChannel]: knowledge.served.hear,
      [suppressionChannel]: () => void knowledge.lookAtSuppressed(),
      [outboxChannel]: () => publisher?.wake(),
    },
    onConnected: lookAll,
  });
  const timer = setInterval(lookAll, lookEveryMs);
  return async () => {
    clearInterval(timer);
    await Promise.all([listener.stop(), publisher?.stop()]);
  };
}

/** Answers requests and, where that is its part, publishes changes, until it is told to stop. */
export async function serve(deps: ServeDeps): Promise<void> {
  const { config, secret, role = alone } = deps;
  const pool = openLedger(config.DATABASE_URL, { query_timeout: queryMs });
  const serviceLog = openLogger(config.LOG_LEVEL);
  const { log } = serviceLog;
  try {
    const replayed = await replaySuppressions({ pool, secret, home: config.ORGDEX_HOME });
    if (replayed > 0) log.warn({ replayed }, 'opt-outs from the file were missing in the ledger and are applied');
    const knowledge = await openKnowledge(deps, pool, log);
    await warm(deps, knowledge, log);
    const servers = await openServers(deps, pool, knowledge, serviceLog);
    const stopBackground = startBackground(deps, knowledge, log);
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
