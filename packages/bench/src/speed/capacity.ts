import { setTimeout as sleep } from 'node:timers/promises';
import { rosterDocumentId } from '../../../server/src/knowledge/rules/identifiers/document-ids.ts';
import type { GenerationIndices } from '../../../server/src/stores/opensearch/documents.ts';
import type { Pool } from '../../../server/src/stores/postgres/pool.ts';
import { liveGeneration } from '../../../testing/src/data/live-generation.ts';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { type Command, readArguments, UsageError } from '../arguments.ts';
import { residentMbOf } from '../machine/cpu.ts';
import { describeMachine, readMachine } from '../machine/machine.ts';
import { ensureStores } from '../machine/start-stores.ts';
import { readResults, type Section, today, writeResults } from '../report/results.ts';
import { sumOf } from '../report/statistics.ts';
import { inParagraphs, tableOf, whole } from '../report/text.ts';
import { cases, companiesOf } from './cases.ts';
import { areComparable, type CaseResult, type Conditions, measureSpeed, medianOf, withPeople } from './speed.ts';
import { openTargets, type Targets } from './targets.ts';

interface Stored {
  readonly count: number;
  readonly bytes: number;
}

type OpenSearchSize = Readonly<
  Record<'company' | 'identifier' | 'person', Stored> & Partial<Record<keyof GenerationIndices, Stored>>
>;

/** Tables with a row for each company, person or response. All other tables are small or temporary. */
const tables = {
  company: ['company_record', 'claim', 'company', 'identifier'],
  person: ['person_record', 'person_reference', 'person_slug', 'person_alias', 'contact_hash', 'employment'],
  response: ['usage'],
} as const;

/** The size of a dataset in both stores. Capacity planning extrapolates from it. */
export interface StorageSize {
  /** The documents of each index. The company index also contains the rosters. */
  readonly opensearch: OpenSearchSize;
  /** The share of the rosters in the company index, by source size. */
  readonly rosterShare: number;
  /** The size of the tables with their indexes, by what they grow with. */
  readonly databaseBytes: Readonly<Record<keyof typeof tables, number>>;
  readonly responses: number;
}

/** The result for a dataset of one size. */
export interface GrowthPoint {
  readonly people: number;
  readonly companies: number;
  readonly day: string;
  readonly rebuildSeconds?: number;
  readonly storage: StorageSize;
  /** The heap is that of the node with the highest use. */
  readonly memory: { readonly serviceMb: number; readonly opensearchMb: number; readonly opensearchHeapMb: number };
  readonly results: readonly CaseResult[];
}

export interface GrowthReport extends Conditions {
  readonly points: readonly GrowthPoint[];
}

/** Measured with each dataset: one lookup and one search. */
const [lookup, search] = ['lookup-id', 'people-position-1-200'];

const bytesSql = `SELECT sum(pg_total_relation_size(relid))::float8 AS bytes
  FROM unnest($1::regclass[]) AS parent, pg_partition_tree(parent)`;

async function readDatabaseBytes(pool: Pool): Promise<StorageSize['databaseBytes']> {
  const sizes = Object.entries(tables).map(async ([kind, names]) => {
    const { rows } = await pool.query<{ bytes: number }>(bytesSql, [names]);
    return [kind, rows[0]?.bytes ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(sizes)) as StorageSize['databaseBytes'];
}

/** The documents of each index of the live generation. */
export async function readIndexSizes({
  opensearch,
  pool,
}: Installation): Promise<Record<keyof GenerationIndices, Stored>> {
  const { indices } = await liveGeneration(pool);
  const kinds = Object.entries(indices).map(async ([kind, index]) => {
    const { body } = await opensearch.indices.stats({ index, metric: ['store', 'docs'] });
    const { docs, store } = body._all.primaries ?? {};
    return [kind, { count: docs?.count ?? 0, bytes: Number(store?.size_in_bytes ?? 0) }] as const;
  });
  return Object.fromEntries(await Promise.all(kinds)) as Record<keyof GenerationIndices, Stored>;
}

const sampled = 1000;

/** From a sample of companies, because OpenSearch has no statistics by document type. */
async function readRosterShare({ opensearch, pool }: Installation): Promise<number> {
  const { company: index } = (await liveGeneration(pool)).indices;
  const companies = (await companiesOf(pool, sampled)).map(({ company }) => company);
  const lengthOf = async (docs: { _id: string; routing: string }[]) => {
    const { body } = await opensearch.mget({ index, body: { docs } });
    const found = body.docs as { _source?: object }[];
    return sumOf(found.map(({ _source }) => (_source ? JSON.stringify(_source).length : 0)));
  };
  const profiles = await lengthOf(companies.map((id) => ({ _id: id, routing: id })));
  const rosters = await lengthOf(companies.map((id) => ({ _id: rosterDocumentId(id), routing: id })));
  return rosters / (profiles + rosters);
}

async function readMemory({ opensearch }: Installation, targets: Targets): Promise<GrowthPoint['memory']> {
  const { body } = await opensearch.nodes.stats({ metric: ['jvm'] });
  const nodes = Object.values(body.nodes) as { jvm?: { mem?: { heap_used_in_bytes?: number } } }[];
  return {
    serviceMb: residentMbOf(targets.all.fullService.processes()),
    opensearchMb: residentMbOf(targets.opensearch),
    opensearchHeapMb: Math.max(...nodes.map((node) => node.jvm?.mem?.heap_used_in_bytes ?? 0)) / 2 ** 20,
  };
}

/** OpenSearch merges new segments for a while, which slows down reads. */
async function waitForMerges({ opensearch, prefix }: Installation): Promise<void> {
  for (;;) {
    const { body } = await opensearch.indices.stats({ index: `${prefix}-*`, metric: ['merge'] });
    if (body._all.primaries?.merges?.current === 0) return;
    await sleep(1000);
  }
}

const order = { rounds: 5, seconds: 3, perSecond: 100 };

/** Measures one dataset: first the rebuild, then requests to the rebuilt generation. */
async function measureGrowth(installation: Installation, people: number): Promise<GrowthPoint> {
  const { pool, orgdex } = installation;
  const rebuilt = await orgdex('rebuild', '--json');
  await waitForMerges(installation);
  // A small dataset would fit into the cache. Without a cache, all sizes use the same read path.
  const targets = await openTargets(installation, { settings: { ORGDEX_CACHE_MB: '0' } });
  try {
    const results = await measureSpeed(installation, targets, {
      ...order,
      ...{ isBusy: false, warmSeconds: 10, traffics: ['unique'] },
      cases: cases.filter(({ name }) => name === lookup || name === search),
    });
    const { rows: companies } = await pool.query('SELECT count(*)::int FROM company WHERE redirect_to IS NULL');
    const { rows: usage } = await pool.query('SELECT count(*)::int FROM usage');
    return {
      ...{ people, companies: companies[0].count, day: today() },
      rebuildSeconds: JSON.parse(rebuilt.out.trim().split('\n').at(-1) as string).seconds,
      storage: {
        opensearch: await readIndexSizes(installation),
        rosterShare: await readRosterShare(installation),
        databaseBytes: await readDatabaseBytes(pool),
        responses: usage[0].count,
      },
      memory: await readMemory(installation, targets),
      results,
    };
  } finally {
    await targets.close();
  }
}

const resultOf = ({ results }: GrowthPoint, name: string) => results.find((result) => result.name === name);
const cpuOf = (result: CaseResult) =>
  medianOf(result, 'fullService', (seen) => seen.serviceCpuUs + seen.opensearchCpuUs);
const bytesPer = ({ storage: { opensearch } }: GrowthPoint, kind: 'identifier' | 'person') =>
  opensearch[kind].bytes / opensearch[kind].count;

const caseLines = (name: string, title: string): [string, (point: GrowthPoint) => number | undefined][] => [
  [`${title}: p50, ms`, (point) => resultOf(point, name)?.latency?.fullService.p50Ms],
  [`${title}: p99, ms`, (point) => resultOf(point, name)?.latency?.fullService.p99Ms],
  [
    `${title}: CPU of service and OpenSearch, µs`,
    (point) => {
      const result = resultOf(point, name);
      return result && cpuOf(result);
    },
  ],
];

const lines: readonly [string, (point: GrowthPoint) => number | undefined][] = [
  ['companies', ({ companies }) => companies],
  ...caseLines(lookup, 'lookup'),
  ...caseLines(search, 'search'),
  [
    'bytes in OpenSearch per company, with its roster',
    ({ companies, storage }) => storage.opensearch.company.bytes / companies,
  ],
  ['bytes in OpenSearch per identifier', (point) => bytesPer(point, 'identifier')],
  ['bytes in OpenSearch per person', (point) => bytesPer(point, 'person')],
  [
    'all indices, MB',
    ({ storage: { opensearch } }) => sumOf(Object.values(opensearch).map(({ bytes }) => bytes)) / 1e6,
  ],
  ['memory of the service, MB', ({ memory }) => memory.serviceMb],
  ['heap of the fullest OpenSearch node, MB', ({ memory }) => memory.opensearchHeapMb],
  ['`orgdex rebuild`, s', ({ rebuildSeconds }) => rebuildSeconds],
];

function show(value: number | undefined): string {
  if (value === undefined) return '–';
  return value < 100 ? value.toPrecision(3) : whole.format(value);
}

export const growthSection: Section<GrowthReport> = {
  page: 'capacity',
  name: 'growth',
  toText: ({ machine, rounds, seconds, perSecond, points }) =>
    inParagraphs([
      describeMachine(machine),
      `${rounds} rounds, ${seconds} s per variant in each round; latency at ${perSecond} requests per second. Lookup by id; search for ` +
        `people by position in companies with 1–200 people; unique keys, full service.`,
      tableOf(
        ['people', ...points.map(({ people }) => whole.format(people))],
        lines.map(([title, of]) => [title, ...points.map((point) => show(of(point)))]),
      ),
    ]),
};

/** Keeps the other sizes under the same conditions, because measuring them takes hours. */
function withKept(report: GrowthReport): GrowthReport {
  const before = readResults(growthSection);
  if (!before || !areComparable(before, report)) return report;
  const others = before.points.filter(({ people }) => report.points.every((point) => point.people !== people));
  return { ...report, points: [...others, ...report.points].toSorted((a, b) => a.people - b.people) };
}

export const capacityCommand: Command = {
  usage: `measures storage, memory and latency of datasets of these sizes, from which \`orgdex capacity\` extrapolates
  --people N,…       sizes of the datasets (10000,100000,1000000)`,
  async run(args) {
    const { values } = readArguments(args, { people: { type: 'string', default: '10000,100000,1000000' } });
    const sizes = values.people.split(',').map(Number);
    if (sizes.some((people) => !(people > 0))) throw new UsageError('--people must be numbers');
    await ensureStores(0);
    for (const people of sizes) {
      await withPeople(people, async (installation) => {
        const point = await measureGrowth(installation, people);
        writeResults(growthSection, withKept({ machine: await readMachine(installation), ...order, points: [point] }));
      });
    }
    return 0;
  },
};
