import { lockUsagePartitions } from '../locks.ts';
import { type Pool, queryRow } from '../pool.ts';
import { transactionWithTimeout } from '../transaction-with-timeout.ts';

const dayMs = 86_400_000;
let knownDay = { number: -1, day: '' };

/** The UTC day of a timestamp. It is needed for every response, so the last result is cached. */
export function dayOf(at: number): string {
  const number = Math.floor(at / dayMs);
  if (number !== knownDay.number) knownDay = { number, day: new Date(at).toISOString().slice(0, 10) };
  return knownDay.day;
}

let known = { from: 0, to: 0, month: '' };

/** The first day of the UTC month of a timestamp. It is needed for every response, so the last result is cached. */
export function monthOf(at: number): string {
  if (at >= known.from && at < known.to) return known.month;
  const date = new Date(at);
  const [year, number] = [date.getUTCFullYear(), date.getUTCMonth()];
  known = {
    from: Date.UTC(year, number),
    to: Date.UTC(year, number + 1),
    month: `${date.toISOString().slice(0, 7)}-01`,
  };
  return known.month;
}

/** The first day of the month that follows the month starting on this day. */
function monthAfter(month: string): string {
  const first = new Date(`${month}T00:00:00Z`);
  return monthOf(first.setUTCMonth(first.getUTCMonth() + 1));
}

/** The time at which the month starting on this day ends. */
export const endOfMonth = (month: string): number => Date.parse(`${monthAfter(month)}T00:00:00Z`);

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
