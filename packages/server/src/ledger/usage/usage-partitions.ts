import type { Pool } from '../pool.ts';
import { transactionWithTimeout } from '../transaction-with-timeout.ts';
import { monthAfter } from './usage-month.ts';

const limitMs = 10_000;

/** Creates the partition of the month that starts on this day, unless it exists. */
export async function createPartition(pool: Pool, month: string): Promise<void> {
  const name = `usage_${month.slice(0, 7).replace('-', '_')}`;
  await transactionWithTimeout(pool, limitMs, async (client) => {
    // This needs a lock on the whole table. Failing and trying again is better than blocking every reader.
    await client.query(`SET LOCAL lock_timeout = '2s'`);
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('orgdex usage partitions', 0))`);
    const { rows } = await client.query('SELECT to_regclass($1) IS NULL AS "isMissing"', [name]);
    if (!rows[0].isMissing) return;
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF usage
       FOR VALUES FROM ('${month} 00:00:00+00') TO ('${monthAfter(month)} 00:00:00+00')`,
    );
  });
}
