import { setTimeout as sleep } from 'node:timers/promises';
import { residentMbOf } from '../load/cpu.ts';
import { questions } from '../speed/cases.ts';
import { type Holdings, readHoldings } from '../speed/storage-size.ts';
import type { Place } from '../speed/installation.ts';
import { type CaseResult, measureSpeed, type SpeedOrder } from '../speed/speed.ts';
import { openTargets, type Targets } from '../speed/targets.ts';

/** What is asked in each world: one lookup and one search. */
const asked = ['lookup-id', 'people-position-1-200'];

/** What a world of one size needs. */
export interface GrowthPoint {
  readonly people: number;
  readonly companies: number;
  readonly day: string;
  readonly rebuildSeconds?: number | undefined;
  readonly holdings: Holdings;
  /** The heap is that of the node that used most. */
  readonly memory: { readonly serviceMb: number; readonly engineMb: number; readonly engineHeapMb: number };
  readonly results: readonly CaseResult[];
}

/** In the ledger: in the engine their rosters are among them. */
async function countCompanies({ pool }: Place): Promise<number> {
  const { rows } = await pool.query('SELECT count(*)::int AS count FROM company WHERE redirect_to IS NULL');
  return rows[0].count;
}

async function readMemory({ engine }: Place, targets: Targets): Promise<GrowthPoint['memory']> {
  const { body } = await engine.nodes.stats({ metric: ['jvm'] });
  const nodes = Object.values(body.nodes) as { jvm?: { mem?: { heap_used_in_bytes?: number } } }[];
  return {
    serviceMb: residentMbOf(targets.all.on.processes()),
    engineMb: residentMbOf(targets.engine),
    engineHeapMb: Math.max(...nodes.map((node) => node.jvm?.mem?.heap_used_in_bytes ?? 0)) / 2 ** 20,
  };
}

/** The seconds that `orgdex rebuild` takes. */
async function timeRebuild({ orgdex }: Place): Promise<number> {
  const out = await orgdex('rebuild', '--json');
  return JSON.parse(out.trim().split('\n').at(-1) as string).seconds;
}

/** What was just written is merged for a while, at the cost of whoever reads. */
async function waitForMerges({ engine, prefix }: Place): Promise<void> {
  for (;;) {
    const { body } = await engine.indices.stats({ index: `${prefix}-*`, metric: ['merge'] });
    if (body._all.primaries?.merges?.current === 0) return;
    await sleep(1000);
  }
}

export interface GrowthOrder extends Omit<SpeedOrder, 'questions' | 'traffics' | 'connections'> {
  readonly people: number;
  readonly rebuilds: boolean;
}

/** Measures one world: first the rebuild, then what was rebuilt. */
export async function measureGrowth(
  place: Place,
  order: GrowthOrder,
  note: (text: string) => void,
): Promise<GrowthPoint> {
  note(`${order.people} people`);
  const rebuildSeconds = order.rebuilds ? await timeRebuild(place) : undefined;
  await waitForMerges(place);
  // A small world would be answered from memory: without a cache all sizes take the same way.
  const targets = await openTargets(place, { settings: { ORGDEX_CACHE_MB: '0' } });
  try {
    const speed: SpeedOrder = {
      ...order,
      questions: questions.filter(({ name }) => asked.includes(name)),
      traffics: ['different'],
      connections: [64],
    };
    const results = await measureSpeed({ place, targets, note, onResult: ({ name }) => note(name) }, speed);
    const memory = await readMemory(place, targets);
    const day = new Date().toISOString().slice(0, 10);
    const [companies, holdings] = [await countCompanies(place), await readHoldings(place)];
    return { people: order.people, companies, day, rebuildSeconds, holdings, memory, results };
  } finally {
    await targets.close();
  }
}
