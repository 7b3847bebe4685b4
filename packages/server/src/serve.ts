import { pino } from 'pino';
import { buildApp, startMetrics } from './app.ts';
import type { Config } from './config.ts';
import { openMetrics } from './http/metrics.ts';
import { stopOnSignals, stopServer } from './http/stop.ts';
import { generationChannel } from './ledger/generations.ts';
import { listen } from './ledger/listen.ts';
import { dirtyChannel } from './ledger/marks.ts';
import { openLedger } from './ledger/pool.ts';
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

/** Answers requests and publishes changes, until it is told to stop. */
export async function serve({ config, secret, rebuild }: ServeDeps): Promise<void> {
  const pool = openLedger(config.DATABASE_URL);
  const log = pino({ level: config.LOG_LEVEL });
  const replayed = await replaySuppressions({ pool, secret, home: config.ORGDEX_HOME });
  if (replayed > 0) log.warn({ replayed }, 'opt-outs from the file were missing in the ledger and are applied');
  const served = openServedGeneration(pool);
  const suppressed = openSuppressed(pool);
  await Promise.all([served.refresh(), suppressed.refresh()]);
  const publisher = startPublisher(rebuild, log);
  const look = (refresh: () => Promise<void>) => () =>
    void refresh().catch((error: Error) => log.warn({ message: error.message }, 'the ledger cannot be asked'));
  const lookAll = () => {
    look(served.refresh)();
    look(suppressed.refresh)();
  };
  const listener = listen({
    connectionString: config.DATABASE_URL,
    channels: {
      [generationChannel]: look(served.refresh),
      [suppressionChannel]: look(suppressed.refresh),
      [dirtyChannel]: publisher.wake,
    },
    onConnected: lookAll,
  });
  const timer = setInterval(lookAll, lookEveryMs);
  const metrics = openMetrics();
  const app = await buildApp({
    config,
    pool,
    generation: served.current,
    suppressedAt: suppressed.at,
    cursorKey: secret.cursorKey,
    logger: log,
    metrics,
  });
  const metricsServer = await startMetrics(metrics, { host: config.HOST, port: config.METRICS_PORT, logger: log });
  await app.listen({ host: config.HOST, port: config.PORT });
  await new Promise<void>((stopped) => {
    stopOnSignals(log, async () => {
      clearInterval(timer);
      await stopServer(app);
      await Promise.all([stopServer(metricsServer), listener.stop(), publisher.stop()]);
      await pool.end();
      stopped();
    });
  });
}
