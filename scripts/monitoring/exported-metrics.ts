import { openMetrics } from '../../packages/server/src/api/http/metrics.ts';
import { openPrimaryMetrics } from '../../packages/server/src/api/http/process-metrics.ts';

/** The names of all metrics that a server exports. */
export async function exportedNames(): Promise<Set<string>> {
  const metrics = openMetrics();
  metrics.readCache(() => ({ counts: {}, entries: 0, bytes: 0 }));
  metrics.readPool(() => ({ totalCount: 0, idleCount: 0, waitingCount: 0 }));
  metrics.readDroppedLines(() => 0);
  metrics.readUnshipped(() => 0);
  const primary = await openPrimaryMetrics({ answering: () => 1, droppedLines: () => 0 }).read();
  return new Set([...(await metrics.registry.getMetricsAsJSON()), ...primary].map(({ name }) => name));
}

/** The metrics that an expression of PromQL names, without the endings that a histogram adds. */
export const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:orgdex|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(?:count|bucket|sum)$/, ''),
  );
