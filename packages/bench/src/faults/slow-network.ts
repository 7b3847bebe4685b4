import { setTimeout as sleep } from 'node:timers/promises';
import { type Link, openLink } from '../../../testing/src/stores/faulty-link.ts';
import { defineFault, type FaultSize, type Rig } from './fault.ts';
import { openNodeLinks } from './stores/node-links.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly slowSeconds: number;
}

type Store = 'PostgreSQL' | 'Redis' | 'OpenSearch';

interface Linked extends Rig {
  readonly links: Readonly<Record<Store, readonly Link[]>>;
}

const slowness = { delayMs: 50, stallShare: 0.01, stallMs: 300 };
const quietMs = 3000;
const stores = ['PostgreSQL', 'Redis', 'OpenSearch'] as const;
const slowTo = (store: Store) => `with a slow ${store}`;

export const slowNetwork = defineFault<Size, void, Linked>({
  name: 'slow-network',
  says: [
    'a slow network to a store (100 ms, and 1 % of messages stall for 300 ms) fails no request; a slow PostgreSQL',
    'or Redis adds at most 100 ms to twice the p99 before',
  ].join(' '),
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, slowSeconds: 60 },
    small: { perSecond: 30, baselineSeconds: 4, slowSeconds: 6, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, slowSeconds: 5, slackMs: 0 },
  },
  breakages: [
    {
      what: 'requests wait for a slow Redis and a slow database',
      changes: [
        { file: 'stores/redis/redis-connection.ts', from: 'redisTimeoutMs = 48;', to: 'redisTimeoutMs = 4800;' },
        { file: 'api/access/key-cache.ts', from: 'knownMs: 3000', to: 'knownMs: 1' },
        { file: 'api/access/key-cache.ts', from: 'briefMs: 50', to: 'briefMs: 5000' },
      ],
      seen: /p99 of .* with a slow Redis/,
    },
  ],
  async prepare({ fleet, stores }) {
    const { url, redisUrl } = fleet.installation;
    const [postgres, redis] = [await openLink(url), await openLink(redisUrl)];
    const { links: opensearch, OPENSEARCH_URL } = await openNodeLinks(stores);
    const settings = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, OPENSEARCH_URL };
    async function close(): Promise<void> {
      await fleet.stop();
      await Promise.all([postgres, redis, ...opensearch].map((link) => link.close()));
    }
    return { settings, links: { PostgreSQL: [postgres], Redis: [redis], OpenSearch: opensearch }, close };
  },
  async act({ size, rig: { links }, during }) {
    await during('before', () => sleep(size.baselineSeconds * 1000));
    for (const store of stores) {
      await Promise.all(links[store].map((link) => link.slow(slowness)));
      await during(slowTo(store), () => sleep(size.slowSeconds * 1000));
      await Promise.all(links[store].map((link) => link.restore()));
      await during('after', () => sleep(quietMs));
    }
  },
  p99: {
    [slowTo('PostgreSQL')]: { times: 2, plusMs: 100 },
    [slowTo('Redis')]: { times: 2, plusMs: 100 },
    [slowTo('OpenSearch')]: { mostMs: 2000 },
  },
  done: ({ slowSeconds }) =>
    `a slow network to PostgreSQL, to Redis, then to all nodes of OpenSearch, ${slowSeconds} s each`,
});
