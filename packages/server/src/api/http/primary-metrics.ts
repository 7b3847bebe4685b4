import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { openLogMetrics } from './metrics.ts';
import type { Snapshot } from './metrics-sum.ts';

export interface PrimaryMetrics {
  readonly countFailure: () => void;
  readonly read: () => Promise<Snapshot>;
}

interface PrimaryState {
  /** Workers that serve. */
  answering(): number;
  /** Of the log of the primary itself. */
  droppedLines(): number;
}

/** What the process counts that keeps the workers. Of the process itself what adds up with theirs: time, memory, files. */
export function openPrimaryMetrics({ answering, droppedLines }: PrimaryState): PrimaryMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray())
    if (!name.startsWith('process_')) registry.removeSingleMetric(name);
  openLogMetrics([registry], droppedLines);
  new Gauge({
    name: 'orgdex_workers',
    help: 'Workers that are serving',
    registers: [registry],
    collect() {
      this.set(answering());
    },
  });
  const exits = new Counter({
    name: 'orgdex_worker_exits_total',
    help: 'Workers that failed or could not be started; each was replaced',
    registers: [registry],
  });
  return {
    countFailure: () => exits.inc(),
    async read() {
      const snapshot = await registry.getMetricsAsJSON();
      // The service is as old as the primary, whichever workers were replaced.
      return snapshot.map((metric) =>
        metric.name === 'process_start_time_seconds' ? { ...metric, aggregator: 'first' } : metric,
      );
    },
  };
}
