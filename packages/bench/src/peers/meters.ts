import { cpuUsOf, endedCpuUsOf, familyOf, listenersAt } from '../load/cpu.ts';

/** Whose time is counted. */
export const parts = ['own', 'OpenSearch', 'PostgreSQL', 'Redis'] as const;
export type Part = (typeof parts)[number];

/** What each part has used of the cores so far, in µs. */
export type Meters = Partial<Record<Part, () => number>>;

/** PostgreSQL has a process for each connection, which ends with it: its time goes to the one that started it. */
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

/** The meters of the stores. They count everybody's work: only on a quiet machine is it ours alone. */
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
