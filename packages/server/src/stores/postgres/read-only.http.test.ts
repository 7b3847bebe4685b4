import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmptyDatabase } from '../../../../testing/src/stores/database.ts';
import { queryDatabase } from '../../api/access/query-database.ts';
import { openPool, type Pool, transaction } from './pool.ts';
import { transactionWithTimeout } from './transaction-with-timeout.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
let pool: Pool;

beforeAll(async () => {
  database = await openEmptyDatabase();
  // One connection, so that each query uses the same one.
  pool = openPool(database.url, { size: 1 });
  await pool.query('CREATE TABLE written (at integer)');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const write = 'INSERT INTO written VALUES (1)';
const becomeReadOnly = () => pool.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY');

test.each([
  ['a transaction', () => transaction(pool, (client) => client.query(write))],
  ['a transaction with a time limit', () => transactionWithTimeout(pool, 1000, (client) => client.query(write))],
])('a connection to a server that became read-only is not used again: %s', async (_, work) => {
  await becomeReadOnly();
  await expect(queryDatabase(work)).rejects.toMatchObject({ code: 'ledger_unavailable' });
  await expect(queryDatabase(work)).resolves.toMatchObject({ rowCount: 1 });
});
