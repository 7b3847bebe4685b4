import type { ServiceStatus } from '@orgdex/contract';
import { withTimeout } from '../../core/async/timeout.ts';
import { type OpenSearch, checkOpenSearch } from '../../stores/opensearch/client.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';
import { readVersion } from '../../stores/postgres/status.ts';
import { checkLimiter } from '../../stores/redis/redis.ts';

export type StoreHealth = ServiceStatus['stores'][number];

export interface StoreDeps {
  readonly pool: Queryable;
  readonly opensearch: OpenSearch;
  readonly redisUrl: string;
}

const checkMs = 3000;

async function check(name: StoreHealth['name'], version: () => Promise<string>): Promise<StoreHealth> {
  const began = performance.now();
  try {
    const detail = (await withTimeout(version(), checkMs)).replace(`${name} `, '');
    return { name, healthy: true, detail, round_trip_ms: Math.round(10 * (performance.now() - began)) / 10 };
  } catch (error) {
    return { name, healthy: false, detail: (error as Error).message, round_trip_ms: null };
  }
}

/** Whether each store responds, with its version. */
export const checkStores = ({ pool, opensearch, redisUrl }: StoreDeps): Promise<StoreHealth[]> =>
  Promise.all([
    check('PostgreSQL', () => readVersion(pool)),
    check('OpenSearch', () => checkOpenSearch(opensearch)),
    check('Redis', () => checkLimiter(redisUrl)),
  ]);
