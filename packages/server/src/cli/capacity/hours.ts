import type { Demand } from './demand.ts';
import type { Figures } from './figures.ts';
import type { Needs } from './needs.ts';
import type { Nodes } from './nodes.ts';

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
