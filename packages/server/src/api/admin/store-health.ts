import type { ServiceStatus } from '@orgdex/contract';
import { withTimeout } from '../../core/async/timeout.ts';
import type { Engine } from '../../stores/opensearch/client.ts';
import { checkEngine } from '../../stores/opensearch/health.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';
import { readVersion } from '../../stores/postgres/status.ts';
import { checkLimiter } from '../../stores/redis/redis.ts';

export type StoreHealth = ServiceStatus['stores'][number];

export interface StoreDeps {
  readonly pool: Queryable;
  readonly engine: Engine;
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
export const checkStores = ({ pool, engine, redisUrl }: StoreDeps): Promise<StoreHealth[]> =>
  Promise.all([
    check('PostgreSQL', () => readVersion(pool)),
    check('OpenSearch', () => checkEngine(engine)),
    check('Redis', () => checkLimiter(redisUrl)),
  ]);
