import { afterAll, beforeAll, expect, test } from 'vitest';
import { company } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { cacheKey } from '../../stores/opensearch/document-cache.ts';
import { listen } from '../../stores/postgres/listen.ts';
import { publishedChannel } from '../../stores/postgres/outbox/generations.ts';
import { publishOnce } from './publisher.ts';
import { openServedGeneration } from './served-generation.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Call = (...args: unknown[]) => Promise<unknown>;

/** The same object with one property replaced. */
const withPart = <T extends object>(target: T, part: keyof T, replaced: unknown): T =>
  new Proxy(target, {
    get(_, name) {
      const value = name === part ? replaced : Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

function end(): never {
  throw new Error('the publisher ends here');
}

type Deps = TestDatabase['rebuildDeps'];

/** The points at which a publisher may be killed after its writes, before readers are notified. */
const ends: [string, (deps: Deps) => Deps][] = [
  [
    'after it has written',
    ({ opensearch, ...deps }) => {
      const bulk: Call = (...request) => (opensearch.bulk as Call).call(opensearch, ...request).then(end);
      return { ...deps, opensearch: withPart(opensearch, 'bulk', bulk) };
    },
  ],
  [
    'before its writes are visible',
    ({ opensearch, ...deps }) => ({
      ...deps,
      opensearch: withPart(
        opensearch,
        'indices',
        withPart(opensearch.indices, 'refresh', async () => end()),
      ),
    }),
  ],
  [
    'before it notifies',
    ({ pool, ...deps }) => {
      const query = (sql: string, ...more: unknown[]) =>
        sql.includes('pg_notify') ? Promise.resolve().then(end) : (pool.query as Call).call(pool, sql, ...more);
      return { ...deps, pool: withPart(pool, 'query', query) };
    },
  ],
];

/** A process with a cache that has read a published company. */
async function openReader(key: string) {
  await database.importRecords('a', [company(key, { name: 'Before' })]);
  await database.publish();
  const [row] = await database.rows<{ id: string }>('SELECT company_id AS id FROM company_record WHERE key = $1', [
    key,
  ]);
  const id = row?.id ?? '';
  const served = openServedGeneration({ pool: database.pool, cacheBytes: 1 << 20, rates: database.rebuildDeps.rates });
  const { company: index } = await database.indices();
  const fetch = async () => (await database.opensearch.get({ index, id, realtime: false })).body._source;
  const recall = async () => JSON.stringify(await served.current().cache?.read(cacheKey('company', id), fetch));
  await served.refresh();
  expect(await recall()).toContain('Before');
  return { served, recall };
}

test.each(ends)('changes of a publisher that was killed %s are announced by the next one', async (_, ending) => {
  const key = `k${ends.findIndex(([, one]) => one === ending)}`;
  const { served, recall } = await openReader(key);
  await database.importRecords('a', [company(key, { name: 'After' })]);
  await expect(publishOnce(ending(database.rebuildDeps))).rejects.toThrow('ends here');
  await database.publish();
  await served.refresh();
  expect(await recall()).toContain('After');
});

test('a process returns a change as soon as it was notified', async () => {
  const { served, recall } = await openReader('notified');
  const [connected, received] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hear = (message: string) => {
    served.hear(message);
    received.resolve();
  };
  const channels = { [publishedChannel]: hear };
  const { stop } = listen({ connectionString: database.url, channels, onConnected: connected.resolve });
  await connected.promise;
  await database.importRecords('a', [company('notified', { name: 'After' })]);
  await database.publish();
  await received.promise;
  expect(await recall()).toContain('After');
  await stop();
});

test('a process whose notification was lost returns a change when it looks for changes again', async () => {
  const { served, recall } = await openReader('lost');
  await database.importRecords('a', [company('lost', { name: 'After' })]);
  await database.publish();
  await served.refresh();
  expect(await recall()).toContain('After');
});
