import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { makeMetrics, openLogMetrics } from './metrics.ts';
import { openHttp } from './server.ts';

/** The metrics of one process, as returned by `getMetricsAsJSON`. */
export type Snapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

const add = (snapshots: readonly Snapshot[]): Registry =>
  AggregatorRegistry.aggregate(snapshots as unknown as object[]);

/** Metrics that only grow. The gauges of a dead process are meaningless. */
const isCount = ({ type }: Snapshot[number]) => String(type) !== 'gauge';

/** Combines the metrics of several processes by the `aggregator` of each metric. Counts of dead processes are kept. */
export class MetricsSum {
  readonly #living = new Map<number, Snapshot>();
  #dead: Snapshot = [];

  /** Replaces the previous metrics of a process. */
  take(id: number, snapshot: Snapshot): void {
    this.#living.set(id, snapshot);
  }

  /** A process has exited: its counts are kept. */
  bury(id: number): void {
    const last = this.#living.get(id);
    if (!last) return;
    this.#living.delete(id);
    this.#dead = add([this.#dead, last.filter(isCount)]).getMetricsAsArray() as unknown as Snapshot;
  }

  /** The last metrics of a process. */
  of(id: number): Snapshot {
    return this.#living.get(id) ?? [];
  }

  /** @param own the metrics of this process itself: its aggregators come first */
  text(own: Snapshot): Promise<string> {
    return add([own, ...this.#living.values(), this.#dead]).metrics();
  }

  /** The counts of all processes, those that exited included. */
  async counts(): Promise<Snapshot> {
    const sum = add([...[...this.#living.values()].map((one) => one.filter(isCount)), this.#dead]);
    return (await sum.getMetricsAsJSON()) as Snapshot;
  }
}

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
  openLogMetrics(registry, droppedLines);
  const { counter, reading } = makeMetrics(registry);
  reading('orgdex_workers', 'Workers that are serving', answering);
  const exits = counter('orgdex_worker_exits_total', 'Workers that failed or could not be started; each was replaced');
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

/** One registry, or the sum of several. */
type MetricsText = Pick<Registry, 'contentType' | 'metrics'>;

export interface MetricsPlace {
  readonly host: string;
  readonly port: number;
  readonly logger: Logger;
}

/** Serves the metrics on a port of their own, never on the public one. */
export async function startMetrics(text: MetricsText, { host, port, logger }: MetricsPlace): Promise<FastifyInstance> {
  const app = await openHttp({ log: logger });
  app.get('/metrics', { config: { open: true } }, async (_request, reply) =>
    reply.type(text.contentType).send(await text.metrics()),
  );
  await app.listen({ host, port, listenTextResolver: (address) => `metrics on ${address}` });
  return app;
}
