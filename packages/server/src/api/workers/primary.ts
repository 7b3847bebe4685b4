import cluster from 'node:cluster';
import { statusSeries } from '@orgdex/contract';
import { Registry } from 'prom-client';
import type { Config } from '../../core/settings/config.ts';
import { flushLog, openLogger } from '../http/log-output.ts';
import { startMetrics } from '../http/process-metrics.ts';
import { stopOnSignals, stopServer } from '../http/shutdown.ts';
import { drainMsOf } from './process-role.ts';
import { WorkerPool } from './worker-pool.ts';

/** Runs this many workers that listen on one address, until the process gets a stop signal. */
export async function superviseWorkers(config: Config, count: number): Promise<void> {
  const { log, droppedLines } = openLogger(config.LOG_LEVEL);
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const workers = new WorkerPool(count, log, droppedLines);
  const text = { contentType: Registry.PROMETHEUS_CONTENT_TYPE, metrics: () => workers.readMetrics() };
  const metrics = await startMetrics(text, { host: config.METRICS_HOST, port: config.METRICS_PORT, logger: log });
  const running = workers.run();
  const sampling = setInterval(() => void workers.sampleStatus(), statusSeries.stepSeconds * 1000);
  let signals: ReturnType<typeof stopOnSignals> | undefined;
  try {
    await Promise.race([workers.answers, running]);
    const stop = async () => {
      clearInterval(sampling);
      const ends = await workers.stop();
      await stopServer(metrics);
      if (!ends.some(({ code, hasAnswered }) => hasAnswered && code !== 0)) return;
      await flushLog(log);
      process.exit(1);
    };
    signals = stopOnSignals(log, { drain: () => workers.drain(), stop }, drainMsOf(config));
    await running;
  } catch (error) {
    clearInterval(sampling);
    signals?.uninstall();
    await workers.stop();
    await stopServer(metrics);
    throw error;
  }
}
