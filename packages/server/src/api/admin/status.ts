import { type ServiceStatus, statusSeries } from '@orgdex/contract';
import packageJson from '../../../package.json' with { type: 'json' };
import { withTimeout } from '../../core/async/timeout.ts';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import { isOurs } from '../../pipeline/publish/drain-outbox.ts';
import { checkOpenSearch, type OpenSearch } from '../../stores/opensearch/client.ts';
import { listRuns } from '../../stores/postgres/imports/run-list.ts';
import { kinds } from '../../stores/postgres/outbox/enqueue.ts';
import { type Generation, listGenerations } from '../../stores/postgres/outbox/generations.ts';
import { countFailed, countPending, countProposed, oldestChange } from '../../stores/postgres/outbox/outbox.ts';
import type { Pool, Queryable } from '../../stores/postgres/pool.ts';
import { listFailed, readContents, readVersion } from '../../stores/postgres/status.ts';
import { listProcesses } from '../../stores/postgres/usage/processes.ts';
import { checkLimiter } from '../../stores/redis/redis.ts';
import type { MachineStatus } from '../http/status-history.ts';
import { toSummary } from './runs.ts';

export interface StatusDeps extends StoreDeps {
  readonly pool: Pool;
  readonly rates: Rates;
  /** The last hour of the processes of this machine. */
  machine(): MachineStatus;
  limitsShared(): boolean;
  usageRecorded(): boolean;
}

const shownRuns = 5;
const shownFailed = 10;

/** The state of a generation in the list that `listGenerations` returns. */
export const generationState = ({ live_since }: Generation, at: number): 'building' | 'live' | 'kept' => {
  if (live_since === null) return 'building';
  return at === 0 ? 'live' : 'kept';
};

async function readGenerations({ pool, rates }: StatusDeps): Promise<ServiceStatus['generations']> {
  const generations = await listGenerations(pool);
  return Promise.all(
    generations.map(async (generation, at) => ({
      id: generation.id,
      state: generationState(generation, at),
      live_since: generation.live_since?.toISOString() ?? null,
      current_rules: isOurs(generation, rates),
      pending: await countPending(pool, generation.slot),
      lag_seconds: Math.round(10 * (await oldestChange(pool, generation.slot))) / 10,
    })),
  );
}

async function readFailed({ pool }: StatusDeps): Promise<ServiceStatus['failed_documents']> {
  const latest = await listFailed(pool, shownFailed);
  return {
    count: await countFailed(pool),
    latest: latest.map(({ kind, id, reason, failed_at }) => ({
      kind: kinds[kind] ?? String(kind),
      id,
      reason,
      failed_at: failed_at.toISOString(),
    })),
  };
}

async function readLatestRuns({ pool }: StatusDeps): Promise<ServiceStatus['runs']> {
  const runs = [
    ...(await listRuns(pool, { ended: false, limit: shownRuns })),
    ...(await listRuns(pool, { ended: true, limit: shownRuns })),
  ];
  return runs.map(toSummary);
}

async function readLoaded({ pool }: StatusDeps): Promise<ServiceStatus['loaded']> {
  const found = await readContents(pool, ['companies', 'companyRecords', 'employments', 'suppressed']);
  return {
    companies: found.companies.value,
    company_records: found.companyRecords.value,
    positions: found.employments.value,
    opt_outs: found.suppressed.value,
    estimated: Object.values(found).some(({ estimated }) => estimated),
  };
}

/** What the operator wants to know at a glance. No query reads a whole large table. */
export async function readServiceStatus(deps: StatusDeps): Promise<ServiceStatus> {
  const { pool } = deps;
  const { points, workers, restarts } = deps.machine();
  const stores = await checkStores(deps);
  return {
    at: new Date().toISOString(),
    healthy: stores.every(({ healthy }) => healthy),
    version: packageJson.version,
    stores,
    generations: await readGenerations(deps),
    failed_documents: await readFailed(deps),
    loaded: await readLoaded(deps),
    runs: await readLatestRuns(deps),
    proposed_matches: await countProposed(pool),
    processes: (await listProcesses(pool)).map(({ id, started_at, seen_at }) => ({
      id,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
    })),
    workers: [...workers],
    worker_restarts: restarts,
    limits_shared: deps.limitsShared(),
    usage_recorded: deps.usageRecorded(),
    series: { step_seconds: statusSeries.stepSeconds, points: [...points] },
  };
}

export type StoreHealth = ServiceStatus['stores'][number];

export interface StoreDeps {
  readonly pool: Queryable;
  readonly opensearch: OpenSearch;
  readonly redisUrl: string;
}

const checkMs = 3000;

async function check(name: StoreHealth['name'], version: () => Promise<string>): Promise<StoreHealth> {
  const began = performance.now();
  try {
    const detail = (await withTimeout(version(), checkMs)).replace(`${name} `, '');
    return { name, healthy: true, detail, round_trip_ms: Math.round(10 * (performance.now() - began)) / 10 };
  } catch (error) {
    return { name, healthy: false, detail: (error as Error).message, round_trip_ms: null };
  }
}

/** Whether each store responds, with its version. */
export const checkStores = ({ pool, opensearch, redisUrl }: StoreDeps): Promise<StoreHealth[]> =>
  Promise.all([
    check('PostgreSQL', () => readVersion(pool)),
    check('OpenSearch', () => checkOpenSearch(opensearch)),
    check('Redis', () => checkLimiter(redisUrl)),
  ]);
