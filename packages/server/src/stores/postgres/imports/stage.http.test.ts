import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmptyDatabase } from '../../../../../testing/src/stores/database.ts';
import { transaction } from '../pool.ts';
import { createStage, readRejections, stageLines } from './stage.ts';
import { toRejectionLine } from './stage-line.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
beforeAll(async () => {
  database = await openEmptyDatabase();
});
afterAll(() => database.drop());

const none = new Uint8Array();

test('rejected rows are read once each, in the order of the input, in several parts', async () => {
  const lines = Array.from({ length: 40_000 }, (_, at) => at + 1);
  const rejections = lines.map((line) =>
    toRejectionLine({ file: 'a.csv', line, reason: 'position is empty', key: `k${line}` }),
  );
  await createStage(database.pool, 1);
  await transaction(database.pool, async (client) => {
    await stageLines(client, 1, {
      companies: none,
      people: none,
      known: none,
      rejections: new TextEncoder().encode(rejections.join('')),
    });
    const parts: number[][] = [];
    for await (const rows of readRejections(client, 1)) parts.push(rows.map(({ line }) => line));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.flat()).toEqual(lines);
  });
});

test('a run without rejected rows has none to read', async () => {
  await createStage(database.pool, 2);
  await transaction(database.pool, async (client) => {
    expect(await readRejections(client, 2).next()).toEqual({ done: true, value: undefined });
  });
});
