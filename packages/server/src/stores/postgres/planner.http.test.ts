import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmptyDatabase } from '../../../../testing/src/stores/database.ts';
import { withNestedLoops, withPlanner } from './planner.ts';
import { type Client, orRollBack, queryRow, transaction } from './pool.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
beforeAll(async () => {
  database = await openEmptyDatabase();
});
afterAll(() => database.drop());

async function settingOf(client: Client, name: string): Promise<string> {
  return (await queryRow<{ value: string }>(client, 'SELECT current_setting($1) AS value', [name])).value;
}

test('nested calls restore what the outer call set', async () => {
  await transaction(database.pool, async (client) => {
    await withNestedLoops(client, async () => {
      await withPlanner(client, { enable_hashjoin: 'on', work_mem: '64MB' }, async () => {
        expect(await settingOf(client, 'enable_hashjoin')).toBe('on');
        expect(await settingOf(client, 'enable_mergejoin')).toBe('off');
      });
      await withNestedLoops(client, async () => {});
      expect(await settingOf(client, 'enable_hashjoin')).toBe('off');
      expect(await settingOf(client, 'enable_mergejoin')).toBe('off');
    });
    expect(await settingOf(client, 'enable_hashjoin')).toBe('on');
    expect(await settingOf(client, 'enable_mergejoin')).toBe('on');
  });
});

test('a setting of the connection is restored, not the default', async () => {
  const client = await database.pool.connect();
  try {
    await client.query(`SET enable_hashjoin = off; BEGIN`);
    await withNestedLoops(client, async () => {});
    expect(await settingOf(client, 'enable_hashjoin')).toBe('off');
    expect(await settingOf(client, 'enable_mergejoin')).toBe('on');
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
});

test('settings are restored if the work fails and the transaction continues', async () => {
  await transaction(database.pool, async (client) => {
    const failing = withNestedLoops(client, async () => {
      throw new Error('not of the database');
    });
    await expect(failing).rejects.toThrow('not of the database');
    expect(await settingOf(client, 'enable_hashjoin')).toBe('on');
    await orRollBack(client, () => withNestedLoops(client, async () => undefined));
    expect(await settingOf(client, 'enable_hashjoin')).toBe('on');
  });
});
