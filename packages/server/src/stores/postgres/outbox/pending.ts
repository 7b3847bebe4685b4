import { countUpTo } from '../estimates.ts';
import type { Queryable } from '../pool.ts';

/** How many rows are looked at to find the oldest: an import can leave millions. */
const sampledRows = 10_000;

/** The age of the oldest pending change, in seconds; 0: nothing is pending. With many changes, at least this old. */
export async function oldestChange(ledger: Queryable, slot: number): Promise<number> {
  const { rows } = await ledger.query<{ lag: number }>(
    `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(since)), 0)::float8 AS lag
     FROM (SELECT since FROM outbox WHERE slot = $1 LIMIT ${sampledRows}) sampled`,
    [slot],
  );
  return Math.max(0, rows[0]?.lag ?? 0);
}

export const countPending = (ledger: Queryable, slot: number) =>
  countUpTo(ledger, { from: 'outbox WHERE slot = $1', values: [slot] });
export const countFailed = (ledger: Queryable) => countUpTo(ledger, { from: 'failed_document' });
export const countProposed = (ledger: Queryable) => countUpTo(ledger, { from: `match WHERE state = 'candidate'` });
export const countOptOuts = (ledger: Queryable) => countUpTo(ledger, { from: 'suppression' });
