import { lockUsagePartitions } from '../locks.ts';
import { type Pool, queryRow } from '../pool.ts';
import { transactionWithTimeout } from '../transaction-with-timeout.ts';

const limitMs = 10_000;

/** Creates the partition of the month that starts on this day, unless it exists. */
export async function createPartition(pool: Pool, month: string): Promise<void> {
  const name = `usage_${month.slice(0, 7).replace('-', '_')}`;
  await transactionWithTimeout(pool, limitMs, async (client) => {
    // This needs a lock on the whole table. Failing and trying again is better than blocking every reader.
    await client.query(`SET LOCAL lock_timeout = '2s'`);
    await lockUsagePartitions(client);
    const select = 'SELECT to_regclass($1) IS NULL AS "isMissing"';
    if (!(await queryRow<{ isMissing: boolean }>(client, select, [name])).isMissing) return;
    // Only the owner of the table can do this, so a function of the owner does it.
    await client.query('SELECT create_usage_partition($1)', [month]);
  });
}
