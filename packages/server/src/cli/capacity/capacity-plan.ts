import { settings } from '../../core/settings/config.ts';
import { assumptions, type Prices } from './assumptions.ts';
import { checkDemand, type Demand } from './demand.ts';
import { type Figures, figures as measured } from './figures.ts';
import { chooseNodes, type Hours, hoursOf, type Needs, type Nodes, needsOf } from './needs.ts';

interface Machine {
  readonly cores: number;
  readonly memoryGb: number;
  readonly diskGb: number;
}

/** The machines that meet a demand. */
export interface Plan {
  readonly needs: Needs;
  readonly shards: number;
  readonly nodes: Nodes;
  /** Processes of `orgdex serve`, one core each. */
  readonly service: { readonly processes: number; readonly memoryGb: number };
  readonly database: Machine;
  readonly redis: Machine;
  readonly hours: Hours;
  readonly total: Machine;
  /** US dollars. */
  readonly monthlyCost: number;
}

const { shardGb, processes, databaseSpare, databaseHot, redisGb, memoryPerCoreGb } = assumptions;

/** The memory of a process was measured without its cache. */
const cacheMb = Number(settings.ORGDEX_CACHE_MB.default);
const smallestDatabase = { cores: 2, memoryGb: 4 };

function serviceOf({ serviceCores }: Needs, { serviceMb }: Figures): Plan['service'] {
  const count = Math.max(processes.value, Math.ceil(serviceCores));
  return { processes: count, memoryGb: (count * (serviceMb + cacheMb)) / 1000 };
}

function databaseOf({ databaseGb, usageGb }: Needs): Machine {
  const memoryGb = Math.max(smallestDatabase.memoryGb, Math.ceil(databaseGb * databaseHot.value));
  const cores = Math.max(smallestDatabase.cores, Math.ceil(memoryGb / memoryPerCoreGb.value));
  return { cores, memoryGb, diskGb: (databaseGb + usageGb) * databaseSpare.value };
}

/** As many shards as keep each small enough, and as divide evenly among the nodes. */
function shardsOf({ indexGb }: Needs, { count }: Nodes, copies: number): number {
  let shards = Math.max(1, Math.ceil(Math.max(...Object.values(indexGb)) / shardGb.value));
  while ((shards * copies) % count !== 0) shards += 1;
  return shards;
}

const addUp = (machines: readonly Machine[]): Machine => ({
  cores: machines.reduce((sum, { cores }) => sum + cores, 0),
  memoryGb: machines.reduce((sum, { memoryGb }) => sum + memoryGb, 0),
  diskGb: machines.reduce((sum, { diskGb }) => sum + diskGb, 0),
});

const costOf = ({ cores, memoryGb, diskGb }: Machine, prices: Prices): number =>
  cores * prices.core + memoryGb * prices.memoryGb + diskGb * prices.diskGb;

/** Computes machines and their price from companies, people and requests per second. */
export function planOf(demand: Demand, figures: Figures = measured): Plan {
  checkDemand(demand);
  const needs = needsOf(demand, figures);
  const nodes = chooseNodes({ ...needs, copies: demand.copies, heapMb: figures.opensearchHeapMb });
  const service = serviceOf(needs, figures);
  const database = databaseOf(needs);
  const redis = { cores: 1, memoryGb: redisGb.value, diskGb: 0 };
  const opensearch = {
    cores: nodes.count * nodes.cores,
    memoryGb: nodes.count * nodes.memoryGb,
    diskGb: needs.opensearchDiskGb,
  };
  const total = addUp([
    opensearch,
    { cores: service.processes, memoryGb: service.memoryGb, diskGb: 0 },
    database,
    redis,
  ]);
  return {
    needs,
    shards: shardsOf(needs, nodes, demand.copies),
    nodes,
    service,
    database,
    redis,
    total,
    hours: hoursOf(demand, needs, nodes, figures),
    monthlyCost: costOf(total, demand.prices),
  };
}
