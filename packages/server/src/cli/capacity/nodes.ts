import { assumptions, nodeCores } from './assumptions.ts';
import type { Needs } from './needs.ts';

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
