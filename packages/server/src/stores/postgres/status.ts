import { type Count, type CountName, readContents } from './contents.ts';
import { type BoundedCount, countUpTo } from './estimates.ts';
import { type ListedRun, listRuns } from './imports/run-list.ts';
import { type Queryable, queryRow } from './pool.ts';

/** A document that OpenSearch rejected three times. */
export interface FailedDocument {
  slot: number;
  kind: number;
  id: string;
  reason: string;
  failed_at: Date;
}

export interface DatabaseStatus {
  contents: Record<CountName, Count>;
  pending: { slot: number; count: BoundedCount }[];
  failed: FailedDocument[];
  failedCount: BoundedCount;
  /** Unfinished runs first, then the latest finished ones. */
  runs: ListedRun[];
}

const shownRuns = 5;
const shownFailed = 3;
const shownCounts = [
  ...(['companies', 'redirects', 'companyRecords', 'people', 'employments', 'waiting', 'suppressed'] as const),
];

/**
 * What an operator wants to know about the database.
 * @param exact reads whole tables instead of estimating
 */
export async function readStatus(database: Queryable, { exact = false } = {}): Promise<DatabaseStatus> {
  const limit = exact ? { limit: Number.MAX_SAFE_INTEGER } : {};
  const pending: DatabaseStatus['pending'] = [];
  for (const slot of [0, 1]) {
    const count = await countUpTo(database, { from: 'outbox WHERE slot = $1', values: [slot], ...limit });
    pending.push({ slot, count });
  }
  const unfinished = await listRuns(database, { ended: false, limit: shownRuns });
  const ended = await listRuns(database, { ended: true, limit: shownRuns });
  return {
    contents: await readContents(database, shownCounts, { exact }),
    pending,
    failed: await listFailed(database, shownFailed),
    failedCount: await countUpTo(database, { from: 'failed_document', ...limit }),
    runs: [...unfinished, ...ended],
  };
}

export async function readVersion(database: Queryable): Promise<string> {
  const select = `SELECT current_setting('server_version') AS version`;
  return (await queryRow<{ version: string }>(database, select)).version;
}

/** The latest failed documents. */
export async function listFailed(database: Queryable, limit: number): Promise<FailedDocument[]> {
  const { rows } = await database.query<FailedDocument>(
    'SELECT slot, kind, id, reason, failed_at FROM failed_document ORDER BY failed_at DESC LIMIT $1',
    [limit],
  );
  return rows;
}
