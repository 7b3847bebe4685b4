import { type Logger, pino } from 'pino';
import { buildApp, startMetrics } from './app.ts';
import type { Config } from './config.ts';
import { warmUp } from './engine/warm-up.ts';
import { openMetrics } from './http/metrics.ts';
import { stopOnSignals, stopServer } from './http/stop.ts';
import { generationChannel } from './ledger/generations.ts';
import { listen } from './ledger/listen.ts';
import { dirtyChannel } from './ledger/marks.ts';
import { openLedger, type Pool } from './ledger/pool.ts';
import { suppressionChannel } from './ledger/suppression.ts';
import { replaySuppressions } from './privacy/suppress.ts';
import { openSuppressed } from './privacy/suppressed.ts';
import { startPublisher } from './publish/background.ts';
import type { RebuildDeps } from './publish/rebuild.ts';
import { openServedGeneration } from './publish/served-generation.ts';
import type { Secret } from './secret.ts';

/** How old what a process knows may get when it hears nothing. */
const lookEveryMs = 1000;

export interface ServeDeps {
  config: Config;
  secret: Secret;
  /** Publishing has connections of its own, so that a long one never keeps a key from being checked. */
  rebuild: RebuildDeps;
}

/** What a process has to know to answer: the generation it serves, and whom it must not show. */
async function openKnowledge(pool: Pool, log: Logger) {
  const served = openServedGeneration(pool);
  const suppressed = openSuppressed(pool);
  await Promise.all([served.refresh(), suppressed.refresh()]);
  const look = (refresh: () => Promise<void>) => () =>
    void refresh().catch((error: Error) => log.warn({ message: error.message }, 'the ledger cannot be asked'));
  return { served, suppressed, lookAtGeneration: look(served.refresh), lookAtSuppressed: look(suppressed.refresh) };
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

/** The two servers, listening. A port that is taken closes what was opened. */
async function openServers({ config, secret }: ServeDeps, pool: Pool, knowledge: Knowledge, log: Logger) {
  const metrics = openMetrics();
  const app = await buildApp({
    config,
    pool,
    generation: knowledge.served.current,
    suppressedAt: knowledge.suppressed.at,
    cursorKey: secret.cursorKey,
    logger: log,
    metrics,
  });
  const servers = [app];
  try {
    servers.push(await startMetrics(metrics, { host: config.HOST, port: config.METRICS_PORT, logger: log }));
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

/** Keeps what the process knows fresh, and publishes: when it hears of something, and at the latest every second. */
function startBackground({ config, rebuild }: ServeDeps, knowledge: Knowledge, log: Logger) {
  const publisher = startPublisher(rebuild, log);
  const lookAll = () => {
    knowledge.lookAtGeneration();
    knowledge.lookAtSuppressed();
  };
  const listener = listen({
    connectionString: config.DATABASE_URL,
    channels: {
      [generationChannel]: knowledge.lookAtGeneration,
      [suppressionChannel]: knowledge.lookAtSuppressed,
      [dirtyChannel]: publisher.wake,
    },
    onConnected: lookAll,
  });
  const timer = setInterval(lookAll, lookEveryMs);
  return async () => {
    clearInterval(timer);
    await Promise.all([listener.stop(), publisher.stop()]);
  };
}

/** Answers requests and publishes changes, until it is told to stop. */
export async function serve(deps: ServeDeps): Promise<void> {
  const { config, secret } = deps;
  const pool = openLedger(config.DATABASE_URL);
  const log = pino({ level: config.LOG_LEVEL });
  try {
    const replayed = await replaySuppressions({ pool, secret, home: config.ORGDEX_HOME });
    if (replayed > 0) log.warn({ replayed }, 'opt-outs from the file were missing in the ledger and are applied');
    const knowledge = await openKnowledge(pool, log);
    await warm(deps, knowledge, log);
    const servers = await openServers(deps, pool, knowledge, log);
    const stopBackground = startBackground(deps, knowledge, log);
    await new Promise<void>((stopped) => {
      stopOnSignals(log, async () => {
        await Promise.all(servers.map(stopServer));
        await stopBackground();
        stopped();
      });
    });
  } finally {
    await pool.end();
  }
}
