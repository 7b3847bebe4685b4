import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { company } from '../../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../../testing/src/data/test-database.ts';
import { enqueue } from './enqueue.ts';
import { clearOutbox, recordRefused } from './outbox.ts';

let database: TestDatabase;
let slot: number;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.importRecords('a', [company('k')]);
  await database.publish();
  [{ slot }] = (await database.rows<{ slot: number }>('SELECT slot FROM generation')) as [{ slot: number }];
});
afterAll(() => database.close());

const rows = ['first', 'middle', 'last'].map((id) => ({ id, version: 1 }));
const pending = () => database.rows('SELECT id, version FROM outbox ORDER BY id');

beforeEach(async () => {
  await database.rows('DELETE FROM outbox');
  await database.rows(
    `INSERT INTO outbox (slot, kind, id, version, late) SELECT $1, 0, id, 1, false FROM unnest($2::text[]) id`,
    [slot, rows.map(({ id }) => id)],
  );
});

/** A writer changes the row in the middle, the publisher does its work, and the writer changes the other two. */
async function publishBesideWriter(publisher: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  const change = (...ids: string[]) =>
    enqueue(client, 'company', 'SELECT id, 2 AS version, false AS late FROM unnest($1::text[]) id', [ids]);
  try {
    await client.query('BEGIN');
    await change('middle');
    const work = publisher();
    work.catch(() => {});
    // Long enough for the publisher to lock whatever it locks before the row that the writer holds.
    await sleep(300);
    await change('first', 'last');
    await client.query('COMMIT');
    await work;
  } finally {
    client.release();
  }
}

test('a publisher that clears rows and a writer that changes them do not wait for each other', async () => {
  await publishBesideWriter(() => clearOutbox(database.pool, slot, 'company', rows));
  expect((await pending()).map(({ version }) => version)).not.toContain(1);
  expect(await pending()).toContainEqual({ id: 'middle', version: 2 });
});

test('a publisher that counts rejections and a writer that changes their rows do not wait for each other', async () => {
  const refused = rows.map((row) => ({ ...row, reason: 'invalid' }));
  await publishBesideWriter(() => recordRefused(database.pool, slot, 'company', refused));
  expect(await pending()).toEqual(['first', 'last', 'middle'].map((id) => ({ id, version: 2 })));
});

test('a row whose writer rolls back is cleared', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await enqueue(client, 'company', `SELECT 'middle' AS id, 2 AS version, false AS late`);
    const work = clearOutbox(database.pool, slot, 'company', rows);
    await expect.poll(pending).toEqual([{ id: 'middle', version: 1 }]);
    await client.query('ROLLBACK');
    await work;
    expect(await pending()).toEqual([]);
  } finally {
    client.release();
  }
});

test('clearing reads the outbox at most once per batch, although it was empty when it was analyzed last', async () => {
  await database.rows('DELETE FROM outbox');
  await database.rows('VACUUM ANALYZE outbox');
  const many = Array.from({ length: 20_000 }, (_, nth) => ({ id: `id ${nth}`, version: 1 }));
  await database.rows(
    `INSERT INTO outbox (slot, kind, id, version, late) SELECT $1, 0, id, 1, false FROM unnest($2::text[]) id`,
    [slot, many.map(({ id }) => id)],
  );
  const counted = async () => {
    const [row] = await database.rows<{ reads: number; deleted: number }>(
      `SELECT sum(idx_tup_fetch + seq_tup_read)::integer AS reads, sum(n_tup_del)::integer AS deleted
       FROM pg_stat_user_tables WHERE relname LIKE 'outbox%'`,
    );
    return row as { reads: number; deleted: number };
  };
  // Each connection reports what it did some seconds later.
  await sleep(2000);
  const before = await counted();
  for (let at = 0; at < 5000; at += 1000) await clearOutbox(database.pool, slot, 'company', many.slice(at, at + 1000));
  await expect.poll(async () => (await counted()).deleted).toBeGreaterThanOrEqual(before.deleted + 5000);
  // The rows of a batch are looked up, and then each batch may read all rows that are left.
  expect((await counted()).reads - before.reads).toBeLessThan(5000 + 5 * 20_000);
  expect(await pending()).toHaveLength(15_000);
});
