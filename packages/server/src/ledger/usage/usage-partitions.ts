import type { Pool } from '../pool.ts';
import { transactionWithTimeout } from '../transaction-with-timeout.ts';
import { monthAfter } from './usage-month.ts';

const limitMs = 10_000;

/** Makes the partition of the month that begins on this day, unless it is there. */
export async function createPartition(pool: Pool, month: string): Promise<void> {
  const name = `usage_${month.slice(0, 7).replace('-', '_')}`;
  await transactionWithTimeout(pool, limitMs, async (client) => {
    // It has to lock the whole table: better to try again than to stand before every reader.
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
