interface Assumption {
  readonly value: number;
  readonly unit: string;
  readonly why: string;
}

/** What is judged, not measured, each with its reason. */
export const assumptions = {
  shardGb: {
    value: 30,
    unit: 'GB at most in a shard',
    why: 'it is copied to another node in minutes, and there are not so many that each costs more than it holds',
  },
  generations: {
    value: 2,
    unit: 'generations on disk',
    why: 'a rebuild makes the new one beside the live one, and a rollback wants the old one',
  },
  diskFilled: {
    value: 0.7,
    unit: 'of a disk may be full',
    why: 'merging segments writes them anew before the old ones go, and from 85 % on the engine places no shard',
  },
  hotShare: {
    value: 0.2,
    unit: 'of each copy is wanted in memory',
    why: 'where the n-th company is asked for an n-th as often as the first, a fifth of them has nine requests of ten',
  },
  pageCache: {
    value: 0.5,
    unit: 'of a node’s memory holds pages of the index',
    why: 'the other half is the heap and the system',
  },
  heapUsed: {
    value: 0.5,
    unit: 'of the heap may be in use',
    why: 'what was measured is an idle moment; merges, searches and the collector need as much again',
  },
  memoryPerCoreGb: {
    value: 8,
    unit: 'GB of memory for each core of a node',
    why: 'memory decides long before cores do',
  },
  diskPerMemory: {
    value: 16,
    unit: 'GB of disk at most for each GB of a node’s memory',
    why: 'more would take hours to fill again when a node is lost',
  },
  mostNodes: {
    value: 9,
    unit: 'nodes, then larger ones are taken',
    why: 'few nodes are less work; the largest have 16 cores, and of those there may be more',
  },
  quorum: {
    value: 3,
    unit: 'nodes at least where there are copies',
    why: 'two of three can still elect a manager when one is lost',
  },
  passedOn: {
    value: 2,
    unit: 'times the engine’s CPU of one node',
    why: 'measured is a node that holds everything; among several, one may have to ask another',
  },
  largeShare: {
    value: 0.1,
    unit: 'of the searches are in large companies',
    why: 'they are few, and asked about more than others',
  },
  meanOfPeak: {
    value: 0.4,
    unit: 'of the requests per second is the mean of a month',
    why: 'what is given is the busiest hour; nights and weekends are quieter',
  },
  usageMonths: {
    value: 3,
    unit: 'months of counted answers in the ledger',
    why: 'each is a row until its month’s partition is dropped; the sums by day stay',
  },
  ledgerSpare: {
    value: 1.5,
    unit: 'times the ledger on disk',
    why: 'the stage of a running import, the log, and rows that wait to be cleaned away',
  },
  ledgerHot: {
    value: 0.05,
    unit: 'of the ledger’s companies and people in memory',
    why: 'an import looks up by index, and index pages that are not in memory are read for every row',
  },
  processes: {
    value: 2,
    unit: 'processes of the service at least',
    why: 'one may be restarted',
  },
  limiterGb: {
    value: 1,
    unit: 'GB and one core for Redis',
    why: 'it holds a few hundred bytes for each key that asks',
  },
} as const satisfies Record<string, Assumption>;

/** The cores of a node, the smallest first. */
export const nodeCores = [2, 4, 8, 16] as const;

export interface Prices {
  /** US dollars a month. */
  readonly core: number;
  readonly memoryGb: number;
  readonly diskGb: number;
}

/** Round numbers of no particular offer, to be replaced by your own. */
export const assumedPrices: Prices = { core: 20, memoryGb: 3, diskGb: 0.1 };
