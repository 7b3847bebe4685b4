import { afterAll, beforeAll, expect, test } from 'vitest';
import { company } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { listWidest, readLastSuccesses } from './imports/run-list.ts';
import { hasRows } from './outbox/rebuild-parts.ts';
import { openPool } from './pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.importRecords('register', [company('one'), company('two')]);
});
afterAll(() => database?.close());

test('the database of another installation is not used, and the caller learns whose it is', async () => {
  const found: boolean[] = [];
  // The template of the tests belongs to the installation "test".
  for (const fingerprint of ['test', 'another']) {
    const pool = openPool(database.url, { installation: { fingerprint, onChecked: (isOwn) => found.push(isOwn) } });
    const answer = pool.query('SELECT FROM run');
    if (fingerprint === 'test') await answer;
    else await expect(answer).rejects.toThrow('does not match this database');
    await pool.end();
  }
  expect(found).toEqual([true, false]);
});

test('a rebuild knows whether there is enough to do for several lanes', async () => {
  expect(await hasRows(database.pool, 2)).toBe(true);
  expect(await hasRows(database.pool, 3)).toBe(false);
});

test('metrics know the records that share an identifier in the last run of each source, and when it last succeeded', async () => {
  expect(await listWidest(database.pool)).toEqual([{ source: 'register', records: 0 }]);
  expect([...(await readLastSuccesses(database.pool)).keys()]).toEqual(['register']);
});
