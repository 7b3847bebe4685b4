interface Assumption {
  readonly value: number;
  readonly unit: string;
  readonly why: string;
}

/** Assumptions that were not measured, each with its reason. */
export const assumptions = {
  shardGb: {
    value: 30,
    unit: 'GB per shard at most',
    why: 'a shard of this size moves to another node in minutes, and there are few enough shards that their overhead is small',
  },
  generations: {
    value: 2,
    unit: 'generations on disk',
    why: 'a rebuild writes the new generation beside the live one, and a rollback needs the old one',
  },
  diskFilled: {
    value: 0.7,
    unit: 'of a disk may be used',
    why: 'OpenSearch needs free space to merge segments, and allocates no shard to a disk that is more than 85 % full',
  },
  hotShare: {
    value: 0.2,
    unit: 'of each copy should be in memory',
    why: 'with Zipf-distributed requests, a fifth of the companies gets nine of ten requests',
  },
  pageCache: {
    value: 0.5,
    unit: 'of a node’s memory is page cache for the index',
    why: 'the other half is for the heap and the operating system',
  },
  heapUsed: {
    value: 0.5,
    unit: 'of the heap may be used',
    why: 'the heap was measured while idle; merges, searches and garbage collection need the same again',
  },
  memoryPerCoreGb: {
    value: 8,
    unit: 'GB of memory per core of a node',
    why: 'memory runs out long before CPU does',
  },
  diskPerMemory: {
    value: 16,
    unit: 'GB of disk per GB of memory of a node at most',
    why: 'with more, it would take hours to replace a failed node',
  },
  mostNodes: {
    value: 9,
    unit: 'nodes, before larger ones are used',
    why: 'fewer nodes are easier to operate; there can be more only of the largest size, 16 cores',
  },
  quorum: {
    value: 3,
    unit: 'nodes at least if there are replicas',
    why: 'if one of three fails, the other two can still elect a cluster manager',
  },
  passedOn: {
    value: 2,
    unit: 'times the OpenSearch CPU of a single node',
    why: 'the CPU was measured on one node with all data; in a cluster, a node may have to query another',
  },
  largeShare: {
    value: 0.1,
    unit: 'of the searches are in large companies',
    why: 'large companies are few, but searched more often than others',
  },
  meanOfPeak: {
    value: 0.4,
    unit: 'of the peak requests per second is the monthly average',
    why: '`--requests` is the busiest hour; nights and weekends are quieter',
  },
  usageMonths: {
    value: 3,
    unit: 'months of metered responses in PostgreSQL',
    why: 'each response is a row until the partition of its month is dropped; daily totals remain',
  },
  databaseSpare: {
    value: 1.5,
    unit: 'times the data of PostgreSQL on disk',
    why: 'space for the staging tables of an import, the write-ahead log, and dead rows before vacuum',
  },
  databaseHot: {
    value: 0.05,
    unit: 'of the company and people data of PostgreSQL in memory',
    why: 'an import reads by index, and every index page that is not in memory costs a disk read per row',
  },
  processes: {
    value: 2,
    unit: 'service processes at least',
    why: 'one can be restarted while the other serves',
  },
  redisGb: {
    value: 1,
    unit: 'GB and one core for Redis',
    why: 'Redis stores a few hundred bytes per active key',
  },
} as const satisfies Record<string, Assumption>;

/** The sizes of a node in cores, smallest first. */
export const nodeCores = [2, 4, 8, 16] as const;

export interface Prices {
  /** US dollars per month. */
  readonly core: number;
  readonly memoryGb: number;
  readonly diskGb: number;
}

/** Round numbers, not the prices of a provider. Replace them with your own. */
export const assumedPrices: Prices = { core: 20, memoryGb: 3, diskGb: 0.1 };
