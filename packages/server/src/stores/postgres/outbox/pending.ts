import { countUpTo } from '../estimates.ts';
import { type Queryable, queryRow } from '../pool.ts';

/** How many rows are looked at to find the oldest: an import can leave millions. */
const sampledRows = 10_000;

/** The age of the oldest pending change, in seconds; 0: nothing is pending. With many changes, at least this old. */
export async function oldestChange(database: Queryable, slot: number): Promise<number> {
  const { lag } = await queryRow<{ lag: number }>(
    database,
    `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(since)), 0)::float8 AS lag
     FROM (SELECT since FROM outbox WHERE slot = $1 LIMIT ${sampledRows}) sampled`,
    [slot],
  );
  return Math.max(0, lag);
}

export const countPending = (database: Queryable, slot: number) =>
  countUpTo(database, { from: 'outbox WHERE slot = $1', values: [slot] });
export const countFailed = (database: Queryable) => countUpTo(database, { from: 'failed_document' });
export const countProposed = (database: Queryable) => countUpTo(database, { from: `match WHERE state = 'candidate'` });
export const countOptOuts = (database: Queryable) => countUpTo(database, { from: 'suppression' });
