import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmptyDatabase } from '../../../../../testing/src/stores/database.ts';
import { transaction } from '../pool.ts';
import { copyInto, toBytea, toCopyLine } from './copy.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
beforeAll(async () => {
  database = await openEmptyDatabase();
});
afterAll(() => database.drop());

interface Row {
  t: string | null;
  list: string[];
  numbers: number[] | null;
  bytes: Buffer;
  flag: boolean;
}

const columns = ['n', 't', 'list', 'numbers', 'bytes', 'flag'];

const roundTrip = (rows: readonly Row[]): Promise<Row[]> =>
  transaction(database.pool, async (client) => {
    await client.query(
      'CREATE TEMP TABLE copied (n integer, t text, list text[], numbers smallint[], bytes bytea, flag boolean) ON COMMIT DROP',
    );
    const lines = rows.map(({ t, list, numbers, bytes, flag }, n) =>
      toCopyLine([n, t, list, numbers, toBytea(bytes.toString('hex')), flag]),
    );
    await copyInto(client, 'copied', columns, Buffer.from(lines.join('')));
    return (await client.query<Row>('SELECT t, list, numbers, bytes, flag FROM copied ORDER BY n')).rows;
  });

// biome-ignore format: one kind of trouble each
const awkward = [
  '', ' ', '\\', '\\N', '\\.', '\n', '\r', '\r\n', '\t', '\b\f\v', '"', '""', "'", '{', '}', '{}', ',', 'a,b', 'NULL',
  'null', '\\"', '\\\\n', '\u2028', '\u0001', '\u007f', 'é', '株式会社', '🦅', '\ufeff', '\ufffd', 'a\\',
];

test('text with special characters is stored unchanged, alone and in a list', async () => {
  const rows = [...awkward, null].map((t, n) => ({
    t,
    list: awkward.slice(n),
    numbers: n % 2 ? [n, -n] : null,
    bytes: Buffer.from([0, n, 10, 92, 255]),
    flag: n % 3 === 0,
  }));
  expect(await roundTrip(rows)).toEqual(rows);
});

test('any text is stored unchanged', async () => {
  const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\u0000'));
  const row = fc.record({
    t: fc.option(text),
    list: fc.array(text),
    numbers: fc.option(fc.array(fc.integer({ min: -32_768, max: 32_767 }))),
    bytes: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    flag: fc.boolean(),
  });
  const rows = fc.sample(row, 1500);
  expect(await roundTrip(rows)).toEqual(rows);
});
