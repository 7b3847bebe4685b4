import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Store, StoreOutcome, StoreWatch } from '../../core/async/store-calls.ts';
import type { ResponseFacts } from './request-log.ts';

interface CacheState {
  readonly counts: Readonly<Record<string, number>>;
  readonly entries: number;
  readonly bytes: number;
}

interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** What the publishing process finds in the database. */
export interface DatabaseFacts {
  readonly generation: { readonly id: number; readonly lagSeconds: number; readonly pending: number } | undefined;
  readonly failedDocuments: number;
  readonly proposedMatches: number;
  readonly optOuts: number;
  readonly imports: readonly {
    readonly source: string;
    readonly hasFailed: boolean;
    readonly lastSuccess: Date | undefined;
  }[];
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Calls to a store are shorter than responses, and may last until their timeout. */
const storeBuckets = [0.0005, ...secondsBuckets, 10];

interface GaugeOptions {
  readonly labelNames?: string[];
  /** Which value of several processes is reported. */
  readonly aggregator?: 'min' | 'max';
}

/** Makes the metrics of a registry. */
export function makeMetrics(registry: Registry) {
  const registers = [registry];
  return {
    counter: (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: (name: string, help: string, options: GaugeOptions = {}) => new Gauge({ name, help, ...options, registers }),
    histogram: (name: string, help: string, options: { labelNames: string[]; buckets: number[] }) =>
      new Histogram({ name, help, ...options, registers }),
    /** A gauge that is read when the metrics are. */
    reading: (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      }),
    /** Counts that are read when the metrics are, by the value of the label. */
    readings: (name: string, help: string, labelName: string, read: () => Readonly<Record<string, number>>) =>
      new Counter({
        name,
        help,
        labelNames: [labelName],
        registers,
        collect() {
          this.reset();
          for (const [value, count] of Object.entries(read())) this.inc({ [labelName]: value }, count);
        },
      }),
  };
}
type Make = ReturnType<typeof makeMetrics>;

function openStoreMetrics({ histogram }: Make): StoreWatch['observe'] {
  const help = [
    'Calls to the stores for requests; a call may serve several requests. outcome is ok, rejected (the store',
    'does not accept the call) or error (the store is unavailable, overloaded or too slow)',
  ].join(' ');
  const options = { labelNames: ['store', 'outcome'], buckets: storeBuckets };
  const durations = histogram('orgdex_store_request_duration_seconds', help, options);
  // All series exist from the start: an increase from nothing to 1 would not be seen as an increase.
  for (const store of ['postgresql', 'redis', 'opensearch'] satisfies Store[])
    for (const outcome of ['ok', 'rejected', 'error'] satisfies StoreOutcome[]) durations.zero({ store, outcome });
  return (store, outcome, ms) => durations.observe({ store, outcome }, ms / 1000);
}

export function openLogMetrics(registry: Registry, droppedLines: () => number): void {
  new Counter({
    name: 'orgdex_log_lines_dropped_total',
    help: 'Log lines that could not be written: the disk is full, or the reader of the pipe is gone or too slow',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
}

/** Of several processes the slowest is reported: a mean would hide it. */
const lags = ['', '_p90', '_p99'].map((part) => `nodejs_eventloop_lag${part}_seconds`);

function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of lags) Object.assign(registry.getSingleMetric(name) ?? {}, { aggregator: 'max' });
  return registry;
}

/** Gauges without a value until they are measured: only the process that publishes reads the database for them. */
function openDatabaseMetrics({ gauge }: Make) {
  const highest = (name: string, help: string) => gauge(name, help, { aggregator: 'max' });
  const bySource = (name: string, help: string) => gauge(name, help, { aggregator: 'max', labelNames: ['source'] });
  const lag = highest('orgdex_publish_lag_seconds', 'Age of the oldest change that is not published yet');
  const pending = highest('orgdex_outbox_rows', 'Changes that are not published yet; counted up to 100000');
  const generation = highest('orgdex_live_generation', 'Number of the live generation');
  const failed = highest('orgdex_failed_documents', 'Documents that OpenSearch rejected; counted up to 100000');
  const proposed = highest('orgdex_proposed_matches', 'Matches that wait for a decision; counted up to 100000');
  const optOuts = highest('orgdex_opt_outs', 'Values on the suppression list; counted up to 100000');
  const success = bySource(
    'orgdex_import_last_success_timestamp_seconds',
    'When the last complete import of a source ended',
  );
  const failure = bySource('orgdex_import_failed', '1: the last import of a source was stopped or interrupted');
  const clear = () => {
    for (const one of [lag, pending, generation, failed, proposed, optOuts]) one.remove();
    for (const one of [success, failure]) one.reset();
  };
  clear();
  return (facts: DatabaseFacts | undefined) => {
    clear();
    if (!facts) return;
    failed.set(facts.failedDocuments);
    proposed.set(facts.proposedMatches);
    optOuts.set(facts.optOuts);
    if (facts.generation) {
      generation.set(facts.generation.id);
      lag.set(facts.generation.lagSeconds);
      pending.set(facts.generation.pending);
    }
    for (const { source, hasFailed, lastSuccess } of facts.imports) {
      failure.set({ source }, hasFailed ? 1 : 0);
      if (lastSuccess) success.set({ source }, lastSuccess.getTime() / 1000);
    }
  };
}

function openWidestMetric({ gauge }: Make) {
  const widest = gauge(
    'orgdex_import_widest_identifier_records',
    'Records that share the most common identifier which the last import of a source touched; all are resolved together',
    { labelNames: ['source'], aggregator: 'max' },
  );
  return (found: readonly { readonly source: string; readonly records: number }[]) => {
    widest.reset();
    for (const { source, records } of found) widest.set({ source }, records);
  };
}

function openPoolMetrics(registry: Registry, pool: () => PoolState): void {
  new Gauge({
    name: 'orgdex_database_connections',
    help: 'Connections to PostgreSQL for requests: in use, idle, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = pool();
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
}

function openUsageMetrics({ counter, gauge, reading }: Make) {
  const shipped = counter(
    'orgdex_usage_shipped_total',
    'Usage records that this process copied from a spool to the database',
  );
  const skipped = counter(
    'orgdex_usage_skipped_total',
    'Incomplete lines in a spool: truncated by a kill or a full disk before the response was sent',
  );
  const spoolWritable = gauge(
    'orgdex_usage_spool_writable',
    '1: the spool is writable; 0: requests that cost a credit are rejected',
    { aggregator: 'min' },
  );
  spoolWritable.set(1);
  return {
    countShipped: (answers: number) => shipped.inc(answers),
    countSkipped: (lines: number) => skipped.inc(lines),
    setSpoolWritable: (isWritable: boolean) => spoolWritable.set(isWritable ? 1 : 0),
    readUnshipped: (bytes: () => number) =>
      void reading(
        'orgdex_usage_unshipped_bytes',
        'Size of the usage records of this process that are not in the database yet: it grows while PostgreSQL is unavailable',
        bytes,
      ),
  };
}

function openRequestMetrics({ counter, gauge, histogram }: Make) {
  const durations = histogram(
    'orgdex_http_request_duration_seconds',
    'Time from request to response; key_mode is live, test or none (without a valid key)',
    { labelNames: ['method', 'route', 'status', 'key_mode'], buckets: secondsBuckets },
  );
  const refusedConnections = counter(
    'orgdex_connections_refused_total',
    'Connections refused because their address had too many (ORGDEX_CONNECTIONS_PER_ADDRESS)',
  );
  const keyChecks = counter('orgdex_key_checks_total', 'API keys checked, by where the result came from', ['outcome']);
  const limits = counter(
    'orgdex_limit_decisions_total',
    'Limits checked, by limit, by mode (shared: Redis, local: this process alone) and by outcome',
    ['limit', 'mode', 'allowed'],
  );
  const limiterShared = gauge(
    'orgdex_limiter_shared',
    '1: limits are shared through Redis; 0: Redis is unavailable and each process applies its share',
    { aggregator: 'min' },
  );
  limiterShared.set(1);
  return {
    observeAnswer: ({ method, route, status, keyMode, ms }: ResponseFacts) =>
      durations.observe({ method, route, status, key_mode: keyMode }, ms / 1000),
    countRefusedConnection: () => refusedConnections.inc(),
    countKeyCheck: (outcome: string) => keyChecks.inc({ outcome }),
    countLimit: ({ limit, mode, allowed }: { limit: string; mode: string; allowed: boolean }) =>
      limits.inc({ limit, mode, allowed: String(allowed) }),
    setLimiterShared: (isShared: boolean) => limiterShared.set(isShared ? 1 : 0),
  };
}

function openCacheMetrics({ reading, readings }: Make, state: () => CacheState): void {
  const help =
    'Reads of profiles and identifiers, by result: hit, miss, shared (a read was in progress), aged (entry too old)';
  readings('orgdex_cache_reads_total', help, 'outcome', () => state().counts);
  reading('orgdex_cache_entries', 'Profiles, identifiers and misses that are kept', () => state().entries);
  reading('orgdex_cache_bytes', 'About what they take', () => state().bytes);
}

/** All metrics of one process. */
export function openMetrics() {
  const registry = openRegistry();
  const make = makeMetrics(registry);
  return {
    registry,
    ...openRequestMetrics(make),
    ...openUsageMetrics(make),
    observeStore: openStoreMetrics(make),
    /** Sets the state of the database; undefined: unknown, or another process publishes and watches it. */
    setDatabase: openDatabaseMetrics(make),
    /** Sets how many records share the widest identifier of the last import of each source. */
    setWidest: openWidestMetric(make),
    /** Sets how to read the connections of the pool that requests use. */
    readPool: (pool: () => PoolState) => openPoolMetrics(registry, pool),
    /** Sets how to read the state of the document cache. */
    readCache: (state: () => CacheState) => openCacheMetrics(make, state),
    /** Sets how to read how many log lines were dropped. */
    readDroppedLines: (droppedLines: () => number) => openLogMetrics(registry, droppedLines),
  };
}

export type Metrics = ReturnType<typeof openMetrics>;
