import { afterAll, beforeAll, expect, test } from 'vitest';
import { company, person } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { rosterDocumentId } from '../../knowledge/rules/identifiers/document-ids.ts';
import { readHeld } from '../../stores/opensearch/bulk.ts';
import { documentKinds } from '../../stores/postgres/outbox/enqueue.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import { publishOnce } from './publisher.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Call = (...args: unknown[]) => Promise<unknown>;

/** A pool that runs an action once, just before the outbox rows of a kind are read. */
function poolWithAction(pool: Pool, before: Partial<Record<number, () => Promise<unknown>>>): Pool {
  async function query(sql: unknown, values: unknown[] = [], ...more: unknown[]): Promise<unknown> {
    const isReading = String(sql).startsWith('SELECT id, version FROM outbox') && String(sql).includes('LIMIT');
    const kind = Number(values[1]);
    const action = isReading ? before[kind] : undefined;
    delete before[isReading ? kind : -1];
    await action?.();
    return (pool.query as Call).call(pool, sql, values, ...more);
  }
  return new Proxy(pool, {
    get(_, name) {
      const value = name === 'query' ? query : Reflect.get(pool, name);
      return typeof value === 'function' ? value.bind(pool) : value;
    },
  });
}

test('a company that gets its first person after rosters were published never mentions a missing roster', async () => {
  await database.importRecords('a', [company('k')]);
  await database.publish();
  const [row] = await database.rows<{ id: string }>('SELECT company_id AS id FROM company_record');
  const id = row?.id ?? '';
  await database.importRecords('a', [company('k', { name: 'Renamed' })]);
  const pool = poolWithAction(database.pool, {
    [documentKinds.company]: () => database.importRecords('a', [person('p', 'k')]),
    [documentKinds.identifier]: () => Promise.reject(new Error('the round is interrupted here')),
  });
  await expect(publishOnce({ ...database.rebuildDeps, pool })).rejects.toThrow('interrupted');
  const { company: index } = await database.indices();
  const { body } = await database.opensearch.get({ index, id });
  expect(body._source).toMatchObject({ rostered: true });
  const [roster] = await readHeld(database.opensearch, index, [{ id: rosterDocumentId(id), routing: id }]);
  expect(roster).toBeDefined();
  await database.publish();
  expect(await database.pending()).toBe(0);
});
