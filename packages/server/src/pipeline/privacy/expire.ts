import type { ExpiryStatus } from '@orgdex/contract';
import type { Progress } from '../../core/output/progress.ts';
import { createBatchTables } from '../../stores/postgres/imports/batch-tables.ts';
import { lockWrites } from '../../stores/postgres/locks.ts';
import { listPendingErasures } from '../../stores/postgres/people/ended-positions.ts';
import { dropUnusedReferences } from '../../stores/postgres/people/erasure.ts';
import {
  type Cutoff,
  countBlocks,
  countExpired,
  deleteEndedOf,
  type ExpiredRecord,
  endExpiryRun,
  expireRecords,
  readCutoffs,
  readEnded,
  readExpired,
  readLastExpiryRun,
  startExpiryRun,
} from '../../stores/postgres/people/expiry.ts';
import { type Client, inTransaction, type Pool, transaction } from '../../stores/postgres/pool.ts';
import { deleteOldReceived } from '../../stores/postgres/usage/received-people.ts';
import { isDescription } from '../identity/described/described-company.ts';
import { completeErasures } from './erase.ts';
import { toReference } from './erased-people.ts';
import { batchesOf, batchSize } from './suppress.ts';

/** Months by the name of the source; the empty name is for all others; undefined: people of that source do not expire. */
export type MaxAges = ReadonlyMap<string, number | undefined>;

export interface ExpireDeps {
  pool: Pool;
  maxAges: MaxAges;
  progress: Progress;
}

/** The people of one source. */
export type SourceAge = ExpiryStatus['sources'][number];

export interface Expired {
  /** Records that were removed. */
  records: number;
  /** Positions that ended earlier and are deleted now, because no index contains them any more. */
  deleted_positions: number;
  /** Erasures that are not complete, because changes of these people are not published. */
  pending_erasures: number;
  /** Entries of who received people that are older than `receivedPeopleDays`. */
  deleted_receipts: number;
}

const monthsOf =
  (maxAges: MaxAges) =>
  (source: string): number | undefined =>
    maxAges.has(source) ? maxAges.get(source) : maxAges.get('');

type PreviewDeps = Pick<ExpireDeps, 'pool' | 'maxAges'>;

/** How many records each source has, and how many of them would be removed. Changes nothing. */
export async function previewExpiry({ pool, maxAges }: PreviewDeps, share = 1): Promise<SourceAge[]> {
  const cutoffs = await readCutoffs(pool, monthsOf(maxAges));
  const cutoffOf = new Map(cutoffs.map((cutoff) => [cutoff.source, cutoff]));
  return (await countExpired(pool, cutoffs, share)).map(({ source, records, expired }) => ({
    source,
    months: cutoffOf.get(source)?.months ?? null,
    before: cutoffOf.get(source)?.before ?? null,
    records: Math.round(records / share),
    expired: Math.round(expired / share),
  }));
}

/** How many blocks a request reads at most: 40 MB. */
const sampledBlocks = 5000;

/** What would expire, estimated if there are many people, and the last run. */
export async function readExpiryStatus(deps: PreviewDeps): Promise<ExpiryStatus> {
  const blocks = await countBlocks(deps.pool, 'person_record');
  const share = Math.min(1, sampledBlocks / Math.max(1, blocks));
  const run = await readLastExpiryRun(deps.pool);
  return {
    sources: await previewExpiry(deps, share),
    estimated: share < 1,
    last_run: run
      ? { ...run, started_at: run.started_at.toISOString(), ended_at: run.ended_at?.toISOString() ?? null }
      : null,
    pending_erasures: (await listPendingErasures(deps.pool)).length,
  };
}

async function expireBatch(
  client: Client,
  cutoffs: readonly Cutoff[],
  batch: readonly ExpiredRecord[],
): Promise<number> {
  const [first] = batch;
  if (!first) return 0;
  return inTransaction(client, async () => {
    await lockWrites(client);
    const keys = batch.map(({ key }) => key);
    const { records, refs } = await expireRecords(client, { cutoffs, sourceId: first.source_id, keys });
    const described = refs.filter(isDescription).map(toReference);
    if (described.length > 0) await dropUnusedReferences(client, described);
    return records;
  });
}

/** Removes records that are too old, source by source within each part of the table. */
async function expireAll({ pool, maxAges, progress }: ExpireDeps): Promise<number> {
  const cutoffs = await readCutoffs(pool, monthsOf(maxAges));
  const client = await pool.connect();
  let removed = 0;
  let done = 0;
  try {
    await createBatchTables(client);
    const total = await countBlocks(pool, 'person_record');
    for await (const { rows, blocks } of readExpired(pool, cutoffs)) {
      for (const [, records] of Map.groupBy(rows, ({ source_id }) => source_id)) {
        for (const batch of batchesOf(records)) removed += await expireBatch(client, cutoffs, batch);
      }
      done += blocks;
      progress.report('reading people', done, total);
    }
    return removed;
  } finally {
    // The temporary tables end with the connection.
    client.release(true);
  }
}

/** Deletes what ended positions leave: an id and a company, which only an index that contains them needs. */
async function deleteEndedPositions({ pool, progress }: ExpireDeps): Promise<number> {
  let deleted = 0;
  let done = 0;
  const total = await countBlocks(pool, 'employment');
  for await (const { rows, blocks } of readEnded(pool)) {
    for (const batch of batchesOf(rows)) {
      deleted += await transaction(pool, async (client) => {
        await lockWrites(client);
        return deleteEndedOf(client, batch);
      });
    }
    done += blocks;
    progress.report('reading positions', done, total);
  }
  return deleted;
}

async function deleteReceipts({ pool }: ExpireDeps): Promise<number> {
  for (let deleted = 0; ; ) {
    const some = await deleteOldReceived(pool, batchSize);
    deleted += some;
    if (some < batchSize) return deleted;
  }
}

/** Removes people who were not observed for longer than the maximum age of their source. Can be repeated at any time. */
export async function expirePeople(deps: ExpireDeps): Promise<Expired> {
  const run = await startExpiryRun(deps.pool);
  const records = await expireAll(deps);
  const pending_erasures = await completeErasures(deps.pool);
  const expired = {
    records,
    deleted_positions: await deleteEndedPositions(deps),
    pending_erasures,
    deleted_receipts: await deleteReceipts(deps),
  };
  await endExpiryRun(deps.pool, run, expired);
  return expired;
}
