import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Store, StoreOutcome, StoreWatch } from '../../core/async/store-calls.ts';
import type { ResponseFacts } from './request-log.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly observeAnswer: (answer: ResponseFacts) => void;
  readonly observeStore: StoreWatch['observe'];
  readonly countRefusedConnection: () => void;
  readonly countKeyCheck: (outcome: string) => void;
  readonly countLimit: (outcome: { limit: string; mode: string; allowed: boolean }) => void;
  readonly setLimiterShared: (isShared: boolean) => void;
  readonly countShipped: (answers: number) => void;
  readonly countSkipped: (lines: number) => void;
  readonly setSpoolWritable: (isWritable: boolean) => void;
  /** Sets the state of the database; undefined: unknown, or another process publishes and watches it. */
  readonly setDatabase: (state: DatabaseFacts | undefined) => void;
  /** Sets how many records share the widest identifier of the last import of each source. */
  readonly setWidest: (widest: readonly { readonly source: string; readonly records: number }[]) => void;
  /** Sets how to read the connections of the pool that requests use. */
  readonly readPool: (pool: () => PoolState) => void;
  /** Sets how to read the size of what the spool still contains. */
  readonly readUnshipped: (bytes: () => number) => void;
  /** Sets how to read the state of the document cache. */
  readonly readCache: (state: () => CacheState) => void;
  /** How to find out how many log lines were dropped. */
  readonly readDroppedLines: (droppedLines: () => number) => void;
}

export interface CacheState {
  readonly counts: Readonly<Record<string, number>>;
  readonly entries: number;
  readonly bytes: number;
}

export interface PoolState {
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

function openStoreMetrics(registers: Registry[]): StoreWatch['observe'] {
  const durations = new Histogram({
    name: 'orgdex_store_request_duration_seconds',
    help: [
      'Calls to the stores for requests; a call may serve several requests. outcome is ok, rejected (the store',
      'does not accept the call) or error (the store is unavailable, overloaded or too slow)',
    ].join(' '),
    labelNames: ['store', 'outcome'],
    buckets: storeBuckets,
    registers,
  });
  // All series exist from the start: an increase from nothing to 1 would not be seen as an increase.
  for (const store of ['postgresql', 'redis', 'opensearch'] satisfies Store[])
    for (const outcome of ['ok', 'rejected', 'error'] satisfies StoreOutcome[]) durations.zero({ store, outcome });
  return (store, outcome, ms) => durations.observe({ store, outcome }, ms / 1000);
}

function openCounters(registers: Registry[]) {
  const durations = new Histogram({
    name: 'orgdex_http_request_duration_seconds',
    help: 'Time from request to response; key_mode is live, test or none (without a valid key)',
    labelNames: ['method', 'route', 'status', 'key_mode'],
    buckets: secondsBuckets,
    registers,
  });
  const refusedConnections = new Counter({
    name: 'orgdex_connections_refused_total',
    help: 'Connections refused because their address had too many (ORGDEX_CONNECTIONS_PER_ADDRESS)',
    registers,
  });
  const keyChecks = new Counter({
    name: 'orgdex_key_checks_total',
    help: 'API keys checked, by where the result came from',
    labelNames: ['outcome'],
    registers,
  });
  const limits = new Counter({
    name: 'orgdex_limit_decisions_total',
    help: 'Limits checked, by limit, by mode (shared: Redis, local: this process alone) and by outcome',
    labelNames: ['limit', 'mode', 'allowed'],
    registers,
  });
  const limiterShared = new Gauge({
    name: 'orgdex_limiter_shared',
    help: '1: limits are shared through Redis; 0: Redis is unavailable and each process applies its share',
    // Of several processes, the worst value is reported.
    aggregator: 'min',
    registers,
  });
  return { durations, refusedConnections, keyChecks, limits, limiterShared };
}

function openUsageMetrics(registers: Registry[]) {
  const shipped = new Counter({
    name: 'orgdex_usage_shipped_total',
    help: 'Usage records that this process copied from a spool to the database',
    registers,
  });
  const skipped = new Counter({
    name: 'orgdex_usage_skipped_total',
    help: 'Incomplete lines in a spool: truncated by a kill or a full disk before the response was sent',
    registers,
  });
  const spoolWritable = new Gauge({
    name: 'orgdex_usage_spool_writable',
    help: '1: the spool is writable; 0: requests that cost a credit are rejected',
    aggregator: 'min',
    registers,
  });
  return { shipped, skipped, spoolWritable };
}

function openCacheMetrics(registers: Registry[], state: () => CacheState): void {
  new Counter({
    name: 'orgdex_cache_reads_total',
    help: 'Reads of profiles and identifiers, by result: hit, miss, shared (a read was in progress), aged (entry too old)',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(state().counts)) this.inc({ outcome }, count);
    },
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('orgdex_cache_entries', 'Profiles, identifiers and misses that are kept', () => state().entries);
  gauge('orgdex_cache_bytes', 'About what they take', () => state().bytes);
}

export function openLogMetrics(registers: Registry[], droppedLines: () => number): void {
  new Counter({
    name: 'orgdex_log_lines_dropped_total',
    help: 'Log lines that could not be written: the disk is full, or the reader of the pipe is gone or too slow',
    registers,
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
function openDatabaseMetrics(registers: Registry[]) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, aggregator: 'max', registers });
  const lag = gauge('orgdex_publish_lag_seconds', 'Age of the oldest change that is not published yet');
  const pending = gauge('orgdex_outbox_rows', 'Changes that are not published yet; counted up to 100000');
  const generation = gauge('orgdex_live_generation', 'Number of the live generation');
  const failed = gauge('orgdex_failed_documents', 'Documents that OpenSearch rejected; counted up to 100000');
  const proposed = gauge('orgdex_proposed_matches', 'Matches that wait for a decision; counted up to 100000');
  const optOuts = gauge('orgdex_opt_outs', 'Values on the suppression list; counted up to 100000');
  const success = gauge(
    'orgdex_import_last_success_timestamp_seconds',
    'When the last complete import of a source ended',
    ['source'],
  );
  const failure = gauge('orgdex_import_failed', '1: the last import of a source was stopped or interrupted', [
    'source',
  ]);
  const plain = [lag, pending, generation, failed, proposed, optOuts];
  const clear = () => {
    for (const one of plain) one.remove();
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

function openWidestMetric(registers: Registry[]): Metrics['setWidest'] {
  const widest = new Gauge({
    name: 'orgdex_import_widest_identifier_records',
    help: 'Records that share the most common identifier which the last import of a source touched; all are resolved together',
    labelNames: ['source'],
    aggregator: 'max',
    registers,
  });
  return (found) => {
    widest.reset();
    for (const { source, records } of found) widest.set({ source }, records);
  };
}

function openPoolMetrics(registers: Registry[], pool: () => PoolState): void {
  new Gauge({
    name: 'orgdex_database_connections',
    help: 'Connections to PostgreSQL for requests: in use, idle, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = pool();
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
}

/** All metrics of one process. */
export function openMetrics(): Metrics {
  const registry = openRegistry();
  const { durations, refusedConnections, keyChecks, limits, limiterShared } = openCounters([registry]);
  const { shipped, skipped, spoolWritable } = openUsageMetrics([registry]);
  spoolWritable.set(1);
  limiterShared.set(1);
  return {
    registry,
    observeAnswer: ({ method, route, status, keyMode, ms }) =>
      durations.observe({ method, route, status, key_mode: keyMode }, ms / 1000),
    observeStore: openStoreMetrics([registry]),
    countRefusedConnection: () => refusedConnections.inc(),
    countKeyCheck: (outcome) => keyChecks.inc({ outcome }),
    countLimit: ({ limit, mode, allowed }) => limits.inc({ limit, mode, allowed: String(allowed) }),
    setLimiterShared: (isShared) => limiterShared.set(isShared ? 1 : 0),
    countShipped: (answers) => shipped.inc(answers),
    countSkipped: (lines) => skipped.inc(lines),
    setSpoolWritable: (isWritable) => spoolWritable.set(isWritable ? 1 : 0),
    setDatabase: openDatabaseMetrics([registry]),
    setWidest: openWidestMetric([registry]),
    readPool: (pool) => openPoolMetrics([registry], pool),
    readCache: (state) => openCacheMetrics([registry], state),
    readDroppedLines: (droppedLines) => openLogMetrics([registry], droppedLines),
    readUnshipped(bytes) {
      new Gauge({
        name: 'orgdex_usage_unshipped_bytes',
        help: 'Size of the usage records of this process that are not in the database yet: it grows while PostgreSQL is unavailable',
        registers: [registry],
        collect() {
          this.set(bytes());
        },
      });
    },
  };
}
