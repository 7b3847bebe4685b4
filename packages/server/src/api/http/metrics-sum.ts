import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

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
