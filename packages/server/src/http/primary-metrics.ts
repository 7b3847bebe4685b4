import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Snapshot } from './metrics-sum.ts';

export interface PrimaryMetrics {
  readonly countFailure: () => void;
  readonly read: () => Promise<Snapshot>;
}

/** The metrics of the primary process. Its own CPU time, memory and open files add up with those of the workers. */
export function openPrimaryMetrics(answering: () => number): PrimaryMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray())
    if (!name.startsWith('process_')) registry.removeSingleMetric(name);
  new Gauge({
    name: 'orgdex_workers',
    help: 'Workers that are serving',
    registers: [registry],
    collect() {
      this.set(answering());
    },
  });
  const ends = new Counter({
    name: 'orgdex_worker_ends_total',
    help: 'Workers that failed or could not be started; each was replaced',
    registers: [registry],
  });
  return {
    countFailure: () => ends.inc(),
    async read() {
      const snapshot = await registry.getMetricsAsJSON();
      // The service is as old as the primary, whichever workers were replaced.
      return snapshot.map((metric) =>
        metric.name === 'process_start_time_seconds' ? { ...metric, aggregator: 'first' } : metric,
      );
    },
  };
}
