import { assumptions, nodeCores } from './assumptions.ts';
import { type Demand, mixOf } from './demand.ts';
import type { Asked, Cost, Figures } from './figures.ts';

/** The total resources, before they are divided among machines. */
export interface Needs {
  /** The size of one copy of each index, in GB. */
  readonly indexGb: Readonly<Record<'company' | 'identifier' | 'person' | 'search' | 'sources', number>>;
  readonly primaryGb: number;
  readonly documents: number;
  /** All copies and generations, with free space. */
  readonly opensearchDiskGb: number;
  /** The part of all copies that should be in memory. */
  readonly hotGb: number;
  readonly opensearchCores: number;
  readonly serviceCores: number;
  /** Companies and people. */
  readonly databaseGb: number;
  /** Metered responses. */
  readonly usageGb: number;
}

const gb = 1e9;
/** A company has a document in the indices for profiles, for search and for sources. */
const companyDocuments = 3;
const secondsOfMonth = 365.25 * 2 * 3600;

/** The cores that all requests keep busy, plus the headroom. */
function coresOf(demand: Demand, { cpuUs }: Figures, side: keyof Cost): number {
  const mix = Object.entries(mixOf(demand)) as [Asked, number][];
  const meanUs = mix.reduce((sum, [asked, share]) => sum + share * cpuUs[asked][side], 0);
  return (demand.requests * meanUs) / 1e6 / (1 - demand.headroom);
}

function indexSizes({ companies, people }: Demand, { opensearchBytes, perCompany }: Figures): Needs['indexGb'] {
  return {
    company: (companies * opensearchBytes.company + people * opensearchBytes.roster) / gb,
    identifier: (companies * perCompany.identifiers * opensearchBytes.identifier) / gb,
    person: (people * opensearchBytes.person) / gb,
    search: (companies * opensearchBytes.search) / gb,
    sources: (companies * opensearchBytes.sources) / gb,
  };
}

export function needsOf(demand: Demand, figures: Figures): Needs {
  const { companies, people, copies, requests } = demand;
  const { databaseBytes, perCompany } = figures;
  const { generations, diskFilled, hotShare, passedOn, meanOfPeak, usageMonths } = assumptions;
  const indexGb = indexSizes(demand, figures);
  const primaryGb = Object.values(indexGb).reduce((sum, size) => sum + size, 0);
  const answers = requests * meanOfPeak.value * secondsOfMonth * usageMonths.value;
  return {
    indexGb,
    primaryGb,
    // There are at most as many rosters as people.
    documents:
      companies * (companyDocuments + perCompany.identifiers) +
      Math.min(companies * perCompany.rosters, people) +
      people,
    opensearchDiskGb: (primaryGb * copies * generations.value) / diskFilled.value,
    hotGb: primaryGb * copies * hotShare.value,
    opensearchCores: coresOf(demand, figures, 'opensearch') * passedOn.value,
    serviceCores: coresOf(demand, figures, 'service'),
    databaseGb: (companies * databaseBytes.company + people * databaseBytes.person) / gb,
    usageGb: (answers * databaseBytes.answer) / gb,
  };
}

/** The resource that determines the number of nodes. */
export type Reason = 'disk' | 'memory' | 'CPU' | 'copies';

export interface Nodes {
  readonly count: number;
  readonly cores: number;
  readonly memoryGb: number;
  readonly diskGb: number;
  readonly because: Reason;
}

export interface NodesNeed extends Pick<Needs, 'opensearchDiskGb' | 'hotGb' | 'opensearchCores'> {
  readonly copies: number;
  readonly heapMb: number;
}

const { memoryPerCoreGb, diskPerMemory, pageCache, heapUsed, mostNodes, quorum } = assumptions;

/** Two copies of a shard are never on the same node. */
const minNodes = (copies: number) => (copies > 1 ? Math.max(copies, quorum.value) : 1);

function nodesOf(need: NodesNeed, cores: number): Nodes {
  const memoryGb = cores * memoryPerCoreGb.value;
  const counts: Readonly<Record<Reason, number>> = {
    copies: minNodes(need.copies),
    memory: Math.ceil(need.hotGb / (memoryGb * pageCache.value)),
    disk: Math.ceil(need.opensearchDiskGb / (memoryGb * diskPerMemory.value)),
    CPU: Math.ceil(need.opensearchCores / cores),
  };
  const count = Math.max(...Object.values(counts));
  const because = (Object.keys(counts) as Reason[]).find((reason) => counts[reason] === count) as Reason;
  return { count, cores, memoryGb, diskGb: need.opensearchDiskGb / count, because };
}

/** Chooses the smallest node size that needs few nodes; of the largest size there may be many. */
export function chooseNodes(need: NodesNeed): Nodes {
  const heapGb = need.heapMb / 1000 / heapUsed.value;
  const [largest = 0] = nodeCores.slice(-1);
  const choices = nodeCores
    .filter((cores) => cores * memoryPerCoreGb.value * (1 - pageCache.value) >= heapGb)
    .map((cores) => nodesOf(need, cores));
  return choices.find(({ count }) => count <= mostNodes.value) ?? nodesOf(need, largest);
}

/** How long the first load of an installation takes, step by step, in hours. */
export interface Hours {
  /** Reads the rows: the lanes, or the one connection that stages what they convert. */
  readonly read: number;
  readonly apply: number;
  readonly match: number;
  /** Builds the documents: the lanes with PostgreSQL, or the nodes of OpenSearch. */
  readonly rebuild: number;
  readonly total: number;
}

/** The highest number of connections on which a first load writes. */
export const applyConnections = 8;

const usPerHour = 3600 * 1e6;

export function hoursOf(demand: Demand, needs: Needs, nodes: Nodes, { work }: Figures): Hours {
  const { companies, people, cores } = demand;
  const rows = companies + people;
  /** Several lanes are slower than as many separate ones. */
  const on = (count: number) => (count === 1 ? 1 : count * work.laneEfficiency);
  const read = (rows * Math.max(work.readUs / on(cores), work.stageUs)) / usPerHour;
  const apply = (rows * work.applyUs) / on(Math.min(cores, applyConnections)) / usPerHour;
  const match = (companies * work.matchUs) / on(cores) / usPerHour;
  const rebuild =
    (needs.documents * Math.max(work.documentUs / on(cores), work.indexUs / on(nodes.count * nodes.cores))) / usPerHour;
  return { read, apply, match, rebuild, total: read + apply + match + rebuild };
}
