import { setTimeout as sleep } from 'node:timers/promises';
import { queryRow } from '../../../server/src/stores/postgres/pool.ts';
import { residentMbOf } from '../load/cpu.ts';
import { cases } from '../speed/cases.ts';
import type { BenchInstallation } from '../speed/installation.ts';
import { type CaseResult, measureSpeed, type SpeedOrder } from '../speed/speed.ts';
import { readStorageSize, type StorageSize } from '../speed/storage-size.ts';
import { openTargets, type Targets } from '../speed/targets.ts';

/** Measured with each dataset: one lookup and one search. */
const measuredCases = ['lookup-id', 'people-position-1-200'];

/** The result for a dataset of one size. */
export interface GrowthPoint {
  readonly people: number;
  readonly companies: number;
  readonly day: string;
  readonly rebuildSeconds?: number | undefined;
  readonly storage: StorageSize;
  /** The heap is that of the node with the highest use. */
  readonly memory: { readonly serviceMb: number; readonly opensearchMb: number; readonly opensearchHeapMb: number };
  readonly results: readonly CaseResult[];
}

/** Counted in the database, because the company index also contains rosters. */
async function countCompanies({ pool }: BenchInstallation): Promise<number> {
  const select = 'SELECT count(*)::int AS count FROM company WHERE redirect_to IS NULL';
  return (await queryRow<{ count: number }>(pool, select)).count;
}

async function readMemory({ opensearch }: BenchInstallation, targets: Targets): Promise<GrowthPoint['memory']> {
  const { body } = await opensearch.nodes.stats({ metric: ['jvm'] });
  const nodes = Object.values(body.nodes) as { jvm?: { mem?: { heap_used_in_bytes?: number } } }[];
  return {
    serviceMb: residentMbOf(targets.all.fullService.processes()),
    opensearchMb: residentMbOf(targets.opensearch),
    opensearchHeapMb: Math.max(...nodes.map((node) => node.jvm?.mem?.heap_used_in_bytes ?? 0)) / 2 ** 20,
  };
}

/** The seconds that `orgdex rebuild` takes. */
async function timeRebuild({ orgdex }: BenchInstallation): Promise<number> {
  const out = await orgdex('rebuild', '--json');
  return JSON.parse(out.trim().split('\n').at(-1) as string).seconds;
}

/** OpenSearch merges new segments for a while, which slows down reads. */
async function waitForMerges({ opensearch, prefix }: BenchInstallation): Promise<void> {
  for (;;) {
    const { body } = await opensearch.indices.stats({ index: `${prefix}-*`, metric: ['merge'] });
    if (body._all.primaries?.merges?.current === 0) return;
    await sleep(1000);
  }
}

export interface GrowthOrder extends Omit<SpeedOrder, 'cases' | 'traffics' | 'connections'> {
  readonly people: number;
  readonly rebuilds: boolean;
}

/** Measures one dataset: first the rebuild, then requests to the rebuilt generation. */
export async function measureGrowth(
  installation: BenchInstallation,
  order: GrowthOrder,
  note: (text: string) => void,
): Promise<GrowthPoint> {
  note(`${order.people} people`);
  const rebuildSeconds = order.rebuilds ? await timeRebuild(installation) : undefined;
  await waitForMerges(installation);
  // A small dataset would fit into the cache. Without a cache, all sizes use the same read path.
  const targets = await openTargets(installation, { settings: { ORGDEX_CACHE_MB: '0' } });
  try {
    const speed: SpeedOrder = {
      ...order,
      cases: cases.filter(({ name }) => measuredCases.includes(name)),
      traffics: ['unique'],
      connections: [64],
    };
    const results = await measureSpeed({ installation, targets, note, onResult: ({ name }) => note(name) }, speed);
    const memory = await readMemory(installation, targets);
    const day = new Date().toISOString().slice(0, 10);
    const [companies, storage] = [await countCompanies(installation), await readStorageSize(installation)];
    return { people: order.people, companies, day, rebuildSeconds, storage, memory, results };
  } finally {
    await targets.close();
  }
}
