import type { GenerationIndices } from '../../../src/engine/documents.ts';
import { questions } from './cases.ts';
import { residentMbOf } from './cpu.ts';
import { type Holdings, readHoldings } from './holdings.ts';
import { liveIndices, type Place } from './place.ts';
import { type CaseResult, measureSpeed, type SpeedOrder } from './speed.ts';
import { openTargets, type Targets } from './targets.ts';

/** What is asked in each world: one lookup and one search. */
const asked = ['lookup-id', 'people-position-1-200'];

/** What a world of one size needs. */
export interface GrowthPoint {
  readonly people: number;
  readonly companies: number;
  readonly day: string;
  readonly rebuildSeconds?: number | undefined;
  /** Of the whole index on one node, for each company, identifier and person of the ledger. */
  readonly bytes: Readonly<Record<keyof GenerationIndices, number>>;
  readonly indexMb: number;
  readonly holdings: Holdings;
  readonly memory: { readonly serviceMb: number; readonly engineMb: number; readonly engineHeapMb: number };
  readonly results: readonly CaseResult[];
}

const counts: Record<keyof GenerationIndices, string> = {
  company: 'SELECT count(*)::int FROM company WHERE redirect_to IS NULL',
  identifier: 'SELECT count(*)::int FROM identifier WHERE company_id IS NOT NULL',
  person: 'SELECT count(*)::int FROM employment WHERE NOT removed',
};

async function readSizes(place: Place) {
  const indices = await liveIndices(place);
  const sizes = Object.entries(counts).map(async ([kind, sql]) => {
    const index = indices[kind as keyof GenerationIndices];
    const { rows } = await place.pool.query<{ count: number }>(sql);
    const { body } = await place.engine.indices.stats({ index, metric: ['store'] });
    const bytes = body._all.primaries?.store?.size_in_bytes as number;
    return { kind, bytes, count: rows[0]?.count ?? 0 };
  });
  const all = await Promise.all(sizes);
  return {
    companies: all.find(({ kind }) => kind === 'company')?.count ?? 0,
    bytes: Object.fromEntries(all.map(({ kind, bytes, count }) => [kind, bytes / count])) as GrowthPoint['bytes'],
    indexMb: all.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
  };
}

async function readMemory({ engine }: Place, targets: Targets): Promise<GrowthPoint['memory']> {
  const { body } = await engine.nodes.stats({ metric: ['jvm'] });
  const nodes = Object.values(body.nodes) as { jvm?: { mem?: { heap_used_in_bytes?: number } } }[];
  return {
    serviceMb: residentMbOf(targets.all.on.processes()),
    engineMb: residentMbOf(targets.engine),
    engineHeapMb: nodes.reduce((sum, node) => sum + (node.jvm?.mem?.heap_used_in_bytes ?? 0), 0) / 2 ** 20,
  };
}

/** The seconds that `orgdex rebuild` takes. */
async function timeRebuild({ orgdex }: Place): Promise<number> {
  const out = await orgdex('rebuild', '--json');
  return JSON.parse(out.trim().split('\n').at(-1) as string).seconds;
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
    const holdings = await readHoldings(place);
    return { people: order.people, day, rebuildSeconds, ...(await readSizes(place)), holdings, memory, results };
  } finally {
    await targets.close();
  }
}
