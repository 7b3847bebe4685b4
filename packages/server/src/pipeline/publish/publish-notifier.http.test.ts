import { afterAll, beforeAll, expect, test } from 'vitest';
import { company } from '../../../../testing/src/data/records.ts';
import { openTestLedger, type TestLedger } from '../../../../testing/src/data/test-database.ts';
import { cacheKey } from '../../stores/opensearch/document-cache.ts';
import { publishOnce } from './publisher.ts';
import { openServedGeneration } from './served-generation.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger.close());

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

type Deps = TestLedger['rebuildDeps'];

/** The points at which a publisher may be killed after its writes, before readers are notified. */
const ends: [string, (deps: Deps) => Deps][] = [
  [
    'after it has written',
    ({ engine, ...deps }) => {
      const bulk: Call = (...request) => (engine.bulk as Call).call(engine, ...request).then(end);
      return { ...deps, engine: withPart(engine, 'bulk', bulk) };
    },
  ],
  [
    'before its writes are visible',
    ({ engine, ...deps }) => ({
      ...deps,
      engine: withPart(
        engine,
        'indices',
        withPart(engine.indices, 'refresh', async () => end()),
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

test.each(ends)('changes of a publisher that was killed %s are announced by the next one', async (_, ending) => {
  const key = `k${ends.findIndex(([, one]) => one === ending)}`;
  await ledger.importRecords('a', [company(key, { name: 'Before' })]);
  await ledger.publish();
  const [row] = await ledger.rows<{ id: string }>('SELECT company_id AS id FROM company_record WHERE key = $1', [key]);
  const id = row?.id ?? '';
  const served = openServedGeneration({ pool: ledger.pool, cacheBytes: 1 << 20, rates: ledger.rebuildDeps.rates });
  const { company: index } = await ledger.indices();
  const fetch = async () => (await ledger.engine.get({ index, id, realtime: false })).body._source;
  const recall = async () => JSON.stringify(await served.current().cache?.read(cacheKey('company', id), fetch));
  await served.refresh();
  expect(await recall()).toContain('Before');

  await ledger.importRecords('a', [company(key, { name: 'After' })]);
  await expect(publishOnce(ending(ledger.rebuildDeps))).rejects.toThrow('ends here');
  await ledger.publish();
  await served.refresh();
  expect(await recall()).toContain('After');
});
