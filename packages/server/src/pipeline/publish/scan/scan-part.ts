import { OperatorError } from '../../../core/errors/failure.ts';
import { isShardUnavailable, type Write } from '../../../stores/opensearch/bulk.ts';
import { lockWrites } from '../../../stores/postgres/locks.ts';
import { enqueueAgain } from '../../../stores/postgres/outbox/enqueue.ts';
import type { Generation } from '../../../stores/postgres/outbox/generations.ts';
import { type RebuildPart, savePart, savePartsLater } from '../../../stores/postgres/outbox/rebuild-parts.ts';
import { type Client, inTransaction } from '../../../stores/postgres/pool.ts';
import { batchSizes, type PublishCounts, type PublishDeps, readWrites, send } from '../publish-batch.ts';
import { explainLostShard, takeParts } from './parts.ts';

/** One of several that build the documents of a generation at the same time. */
export interface Lane extends PublishDeps {
  generation: Generation;
  counts: PublishCounts;
  /** Called after each batch. */
  onBatch(counts: PublishCounts): void;
  isStopping(): boolean;
}

/** A lane, and the connection that holds its lock. A lane that lost its lock can no longer save its progress. */
interface LockingLane extends Lane {
  client: Client;
}

/** Sends the documents of a batch, and saves the progress. What OpenSearch cannot write now is retried like any change. */
async function writeBatch(lane: LockingLane, writes: readonly Write[], next: Parameters<typeof savePart>[2]) {
  const { client, generation, counts } = lane;
  const { refused, busy } = await send(lane, writes, counts);
  const lost = busy.find(({ reason }) => isShardUnavailable(reason));
  if (lost) throw new OperatorError(explainLostShard(generation, lost.reason));
  if (refused.length + busy.length > 0) {
    await inTransaction(client, async () => {
      await lockWrites(client);
      await enqueueAgain(client, generation.slot, next.kind, [...refused, ...busy]);
    });
  }
  await savePart(client, generation.id, next);
  lane.onBatch(counts);
}

/**
 * Reads the rows of one part in the order of their ids and writes their documents. It continues where it was
 * interrupted. The next rows are read while OpenSearch writes the previous ones.
 */
async function scanPart(lane: LockingLane, part: RebuildPart): Promise<void> {
  let { position: after, documents } = part;
  let writing = Promise.resolve();
  for (let isLast = false; !isLast && !lane.isStopping(); ) {
    const which = { part: part.part, after, limit: batchSizes[part.kind] };
    const all = await readWrites(lane, lane.generation, part.kind, which);
    await writing;
    const writes = all.filter(({ source }) => source);
    isLast = all.length === 0;
    after = all.at(-1)?.id ?? '';
    documents += writes.length;
    writing = writeBatch(lane, writes, { ...part, position: isLast ? null : after, documents });
    // An error is thrown at the next await. Until then, this handler prevents an unhandled rejection.
    writing.catch(() => {});
  }
  await writing;
}

/** Builds documents, one part after the other, until all parts are complete. */
export async function runLane(lane: Lane): Promise<void> {
  const client = await lane.pool.connect();
  try {
    await savePartsLater(client);
    for await (const part of takeParts(client, lane.generation, lane.isStopping)) {
      await scanPart({ ...lane, client }, part);
    }
  } finally {
    // Without the connection, no lock is left, whatever happened.
    client.release(true);
  }
}
