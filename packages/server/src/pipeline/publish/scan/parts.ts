import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockPart, unlockPart } from '../../../stores/postgres/locks.ts';
import type { Generation } from '../../../stores/postgres/outbox/generations.ts';
import {
  listOpenParts,
  partNumber,
  type RebuildPart,
  readOpenPart,
} from '../../../stores/postgres/outbox/rebuild-parts.ts';
import type { Client } from '../../../stores/postgres/pool.ts';

/** How often a lane without work looks whether another lane has lost its part. */
const pollMs = 200;

/** Locks the first of these parts that is free. */
async function lockFirst(
  client: Client,
  { id, slot }: Generation,
  parts: readonly RebuildPart[],
): Promise<RebuildPart | undefined> {
  for (const part of parts) {
    if (!(await tryLockPart(client, partNumber(slot, part)))) continue;
    // Its previous lane may have continued, or completed it, since the list was read.
    const now = await readOpenPart(client, id, part);
    if (now) return now;
    await unlockPart(client, partNumber(slot, part));
  }
  return undefined;
}

/**
 * Takes one free part of a rebuild after the other, until all are complete. Other lanes, of this process or of others,
 * take the rest. If one of them dies, its part is free again.
 * @param client holds the lock of the part
 */
export async function* takeParts(
  client: Client,
  generation: Generation,
  isStopping: () => boolean,
): AsyncGenerator<RebuildPart> {
  while (!isStopping()) {
    const open = await listOpenParts(client, generation.id);
    if (open.length === 0) return;
    const part = await lockFirst(client, generation, open);
    if (!part) {
      await sleep(pollMs);
      continue;
    }
    try {
      yield part;
    } finally {
      // A lost connection has lost its locks.
      await unlockPart(client, partNumber(generation.slot, part)).catch(() => {});
    }
  }
}

/** Until it is complete, a generation has one copy of each shard, so it can lose one. */
export const explainLostShard = ({ id }: Pick<Generation, 'id'>, reason: string): string =>
  [
    `OpenSearch has lost a shard of generation ${id}, which is being built and has no replicas yet: ${reason}.`,
    'Start the missing node and run the same command again: it continues where it stopped. If the node is gone,',
    '`orgdex rebuild --restart` begins again.',
  ].join(' ');
