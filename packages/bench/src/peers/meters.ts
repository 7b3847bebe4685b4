import { cpuUsOf, endedCpuUsOf, familyOf, listenersAt } from '../load/cpu.ts';

/** The processes whose CPU time is measured. */
export const parts = ['own', 'OpenSearch', 'PostgreSQL', 'Redis'] as const;
export type Part = (typeof parts)[number];

/** Read the CPU time that each part has used so far, in µs. */
export type Meters = Partial<Record<Part, () => number>>;

/** PostgreSQL has one process per connection. When it exits, its CPU time is added to its parent. */
function meterOfServer(url: string): () => number {
  const [pid] = listenersAt([url]);
  if (pid === undefined) return () => Number.NaN;
  return () => cpuUsOf(familyOf(pid)) + endedCpuUsOf(pid);
}

interface Stores {
  readonly DATABASE_URL: string;
  readonly REDIS_URL: string;
  readonly OPENSEARCH_URL: readonly string[];
}

/** The meters of the stores. They count the work for all clients, so they are only exact on an idle machine. */
export function openStoreMeters({ DATABASE_URL, REDIS_URL, OPENSEARCH_URL }: Stores) {
  const nodes = listenersAt(OPENSEARCH_URL);
  return {
    OpenSearch: () => cpuUsOf(nodes),
    PostgreSQL: meterOfServer(DATABASE_URL),
    Redis: meterOfServer(REDIS_URL),
  } satisfies Meters;
}
export type StoreMeters = ReturnType<typeof openStoreMeters>;

export const readMeters = (meters: Meters): Partial<Record<Part, number>> =>
  Object.fromEntries(Object.entries(meters).map(([part, read]) => [part, read()]));
