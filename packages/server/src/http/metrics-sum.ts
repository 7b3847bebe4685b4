import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

/** What one process has counted so far, as `getMetricsAsJSON` tells it. */
export type Snapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

const add = (snapshots: readonly Snapshot[]): Registry =>
  AggregatorRegistry.aggregate(snapshots as unknown as object[]);

/** What only ever grows. A gauge says what is so now: nothing is, of the dead. */
const isCount = ({ type }: Snapshot[number]) => String(type) !== 'gauge';

/** The metrics of several processes as one; each metric's `aggregator` says how. Counts outlive who counted. */
export class MetricsSum {
  readonly #living = new Map<number, Snapshot>();
  #dead: Snapshot = [];

  /** The newest of a process takes the place of its last. */
  take(id: number, snapshot: Snapshot): void {
    this.#living.set(id, snapshot);
  }

  /** A process is no more: what it counted stays. */
  bury(id: number): void {
    const last = this.#living.get(id);
    if (!last) return;
    this.#living.delete(id);
    this.#dead = add([this.#dead, last.filter(isCount)]).getMetricsAsArray() as unknown as Snapshot;
  }

  /** @param own what the process that adds up has counted itself: its aggregators come first */
  text(own: Snapshot): Promise<string> {
    return add([own, ...this.#living.values(), this.#dead]).metrics();
  }
}
