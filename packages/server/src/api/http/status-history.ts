import { type ServiceStatus, statusSeries } from '@orgdex/contract';
import type { Snapshot } from './process-metrics.ts';

export type Point = ServiceStatus['series']['points'][number];
export type WorkerFacts = ServiceStatus['workers'][number];

/** What the processes of one machine did in the last hour. */
export interface MachineStatus {
  readonly points: readonly Point[];
  readonly workers: readonly WorkerFacts[];
  readonly restarts: number;
}

export const noHistory: MachineStatus = { points: [], workers: [], restarts: 0 };

const durations = 'orgdex_http_request_duration_seconds';
const publishLag = 'orgdex_publish_lag_seconds';
/** Checks of a load balancer are no requests of anybody. */
const isProbe = (route: unknown) => route === '/livez' || route === '/readyz';

type Values = Snapshot[number]['values'];
const valuesOf = (snapshot: Snapshot, name: string): Values =>
  snapshot.find((metric) => metric.name === name)?.values ?? [];

/** What was counted since the start. */
interface Totals {
  /** Responses by the highest number of seconds that they took. */
  readonly within: ReadonlyMap<number, number>;
  readonly byStatus: ReadonlyMap<number, number>;
}

function totalsOf(snapshot: Snapshot): Totals {
  const within = new Map<number, number>();
  const byStatus = new Map<number, number>();
  const add = (to: Map<number, number>, key: number, value: number) => to.set(key, (to.get(key) ?? 0) + value);
  for (const { metricName = '', labels, value } of valuesOf(snapshot, durations) as (Values[number] & {
    metricName?: string;
  })[]) {
    const facts = labels as Record<string, string | number>;
    if (isProbe(facts.route)) continue;
    if (metricName.endsWith('_bucket')) add(within, facts.le === '+Inf' ? Infinity : Number(facts.le), value);
    if (metricName.endsWith('_count')) add(byStatus, Number(facts.status), value);
  }
  return { within, byStatus };
}

const requestsIn = ({ byStatus }: Totals): number => [...byStatus.values()].reduce((sum, count) => sum + count, 0);

const difference = (now: ReadonlyMap<number, number>, before: ReadonlyMap<number, number> | undefined) =>
  new Map([...now].map(([key, count]) => [key, Math.max(0, count - (before?.get(key) ?? 0))]));

/** The time within which this share of the responses was sent, in milliseconds; null without responses. */
export function quantileMs(within: ReadonlyMap<number, number>, share: number): number | null {
  const bounds = [...within.keys()].sort((a, b) => a - b);
  const all = within.get(Infinity) ?? 0;
  if (all === 0) return null;
  const wanted = share * all;
  let [lower, below] = [0, 0];
  for (const bound of bounds) {
    const count = within.get(bound) ?? 0;
    // Of the slowest responses, only the lower bound is known.
    if (bound === Infinity) break;
    if (count >= wanted) return round(1000 * (lower + ((bound - lower) * (wanted - below)) / (count - below)));
    [lower, below] = [bound, count];
  }
  return round(1000 * lower);
}

const round = (value: number): number => Math.round(value * 100) / 100;

const isClientError = (status: number) => status >= 400 && status < 500;

/** What happened between two samples. */
function pointOf(at: number, now: Totals, before: Totals | undefined, lag: number | undefined): Point {
  const within = difference(now.within, before?.within);
  const byStatus = [...difference(now.byStatus, before?.byStatus)];
  const count = (fits: (status: number) => boolean) =>
    byStatus.reduce((sum, [status, responses]) => sum + (fits(status) ? responses : 0), 0);
  return {
    at: new Date(at).toISOString(),
    requests: count(() => true),
    p50_ms: quantileMs(within, 0.5),
    p95_ms: quantileMs(within, 0.95),
    p99_ms: quantileMs(within, 0.99),
    not_found: count((status) => status === 404),
    limited: count((status) => status === 429),
    other_client_errors: count((status) => isClientError(status) && status !== 404 && status !== 429),
    server_errors: count((status) => status >= 500),
    lag_seconds: lag === undefined ? null : round(lag),
  };
}

/** The metrics of one process, and which it is. */
export interface ProcessSample {
  readonly pid: number;
  readonly publisher: boolean;
  readonly snapshot: Snapshot;
}

const gauge = (snapshot: Snapshot, name: string): number | undefined => valuesOf(snapshot, name)[0]?.value;

/**
 * An hour of samples, in memory. Each sample is the difference to the one before, computed from metrics that are
 * counted anyway: a request costs nothing more.
 */
export class StatusHistory {
  #points: Point[] = [];
  #workers: WorkerFacts[] = [];
  #before: Totals | undefined;
  #requestsBefore = new Map<number, number>();
  #restarts = 0;

  /** @param all the metrics of all processes, those that exited included */
  take(all: Snapshot, processes: readonly ProcessSample[], { at = Date.now(), restarts = 0 } = {}): void {
    const totals = totalsOf(all);
    const lags = processes.map(({ snapshot }) => gauge(snapshot, publishLag)).filter((lag) => lag !== undefined);
    const point = pointOf(at, totals, this.#before, lags.length > 0 ? Math.max(...lags) : undefined);
    // The first sample has no beginning: what it counts may be older than an hour.
    if (this.#before) this.#points = [...this.#points, point].slice(-statusSeries.points);
    this.#before = totals;
    this.#workers = processes.map((sample) => this.#workerFacts(sample));
    this.#requestsBefore = new Map(processes.map(({ pid, snapshot }) => [pid, requestsIn(totalsOf(snapshot))]));
    this.#restarts = restarts;
  }

  read(): MachineStatus {
    return { points: this.#points, workers: this.#workers, restarts: this.#restarts };
  }

  #workerFacts({ pid, publisher, snapshot }: ProcessSample): WorkerFacts {
    const requests = requestsIn(totalsOf(snapshot)) - (this.#requestsBefore.get(pid) ?? 0);
    return {
      pid,
      publisher,
      started_at: new Date(1000 * (gauge(snapshot, 'process_start_time_seconds') ?? 0)).toISOString(),
      requests_per_second: round(Math.max(0, requests) / statusSeries.stepSeconds),
      memory_bytes: gauge(snapshot, 'process_resident_memory_bytes') ?? 0,
      loop_lag_ms: round(1000 * (gauge(snapshot, 'nodejs_eventloop_lag_p99_seconds') ?? 0)),
    };
  }
}
