import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnswerFacts } from './log.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly observeAnswer: (answer: AnswerFacts) => void;
  readonly countRefusedConnection: () => void;
  readonly countKeyCheck: (outcome: string) => void;
  readonly countLimit: (outcome: { limit: string; mode: string; allowed: boolean }) => void;
  readonly setLimiterShared: (isShared: boolean) => void;
  readonly countShipped: (answers: number) => void;
  readonly countSkipped: (lines: number) => void;
  readonly setSpoolWell: (isWell: boolean) => void;
  /** How to find out what the spool still holds. */
  readonly readUnshipped: (bytes: () => number) => void;
  /** How to find out what the cache of documents did and holds. */
  readonly readCache: (state: () => CacheState) => void;
  /** How to find out how many log lines were dropped. */
  readonly readDroppedLines: (droppedLines: () => number) => void;
}

export interface CacheState {
  readonly counts: Readonly<Record<string, number>>;
  readonly entries: number;
  readonly bytes: number;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

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
    help: 'API keys checked, by where the verdict came from',
    labelNames: ['outcome'],
    registers,
  });
  const limits = new Counter({
    name: 'orgdex_limit_decisions_total',
    help: 'Limits asked: which, decided by Redis (shared) or by this process alone (local), and how',
    labelNames: ['limit', 'mode', 'allowed'],
    registers,
  });
  const limiterShared = new Gauge({
    name: 'orgdex_limiter_shared',
    help: '1: Redis holds the limits for all processes; 0: it is away, and each process keeps its share',
    // Of several processes, the worst off speaks for all.
    aggregator: 'min',
    registers,
  });
  return { durations, refusedConnections, keyChecks, limits, limiterShared };
}

function openUsageMetrics(registers: Registry[]) {
  const shipped = new Counter({
    name: 'orgdex_usage_shipped_total',
    help: 'Answers that this process brought from a spool to the ledger',
    registers,
  });
  const skipped = new Counter({
    name: 'orgdex_usage_skipped_total',
    help: 'Lines of a spool that are not whole: cut off by a kill or a full disk before their answer left',
    registers,
  });
  const spoolWell = new Gauge({
    name: 'orgdex_usage_spool_well',
    help: '1: the spool can be written; 0: nothing that costs a credit is answered',
    aggregator: 'min',
    registers,
  });
  return { shipped, skipped, spoolWell };
}

function openCacheMetrics(registers: Registry[], state: () => CacheState): void {
  new Counter({
    name: 'orgdex_cache_reads_total',
    help: 'Profiles and identifiers asked for: hit, miss, shared (being read already), aged (kept too long)',
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

/** Of several processes the slowest is told: in a mean it would vanish. */
const lags = ['', '_p90', '_p99'].map((part) => `nodejs_eventloop_lag${part}_seconds`);

function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of lags) Object.assign(registry.getSingleMetric(name) ?? {}, { aggregator: 'max' });
  return registry;
}

/** Everything that is counted in one process. */
export function openMetrics(): Metrics {
  const registry = openRegistry();
  const { durations, refusedConnections, keyChecks, limits, limiterShared } = openCounters([registry]);
  const { shipped, skipped, spoolWell } = openUsageMetrics([registry]);
  spoolWell.set(1);
  limiterShared.set(1);
  return {
    registry,
    observeAnswer: ({ method, route, status, keyMode, ms }) =>
      durations.observe({ method, route, status, key_mode: keyMode }, ms / 1000),
    countRefusedConnection: () => refusedConnections.inc(),
    countKeyCheck: (outcome) => keyChecks.inc({ outcome }),
    countLimit: ({ limit, mode, allowed }) => limits.inc({ limit, mode, allowed: String(allowed) }),
    setLimiterShared: (isShared) => limiterShared.set(isShared ? 1 : 0),
    countShipped: (answers) => shipped.inc(answers),
    countSkipped: (lines) => skipped.inc(lines),
    setSpoolWell: (isWell) => spoolWell.set(isWell ? 1 : 0),
    readCache: (state) => openCacheMetrics([registry], state),
    readDroppedLines: (droppedLines) => openLogMetrics([registry], droppedLines),
    readUnshipped(bytes) {
      new Gauge({
        name: 'orgdex_usage_unshipped_bytes',
        help: 'What the spool of this process holds that is not in the ledger: it grows while PostgreSQL is away',
        registers: [registry],
        collect() {
          this.set(bytes());
        },
      });
    },
  };
}
