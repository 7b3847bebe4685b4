import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockPublishing, unlockPublishing } from '../ledger/locks.ts';
import { type Generation, listGenerations } from '../ledger/outbox/generations.ts';
import { hasPending } from '../ledger/outbox/outbox.ts';
import type { Pool } from '../ledger/pool.ts';
import { type Progress, silent } from '../output/progress.ts';
import { drainOutbox, isOurs } from './drain-outbox.ts';
import { noPublishCounts, type PublishCounts, type PublishDeps } from './publish-batch.ts';

/**
 * Runs `work` while this process is the only publisher of the slot. Returns undefined if another process still
 * publishes after `waitMs`.
 */
export async function asPublisher<T>(
  pool: Pool,
  slot: number,
  work: () => Promise<T>,
  waitMs = 0,
): Promise<T | undefined> {
  const client = await pool.connect();
  try {
    const until = Date.now() + waitMs;
    while (!(await tryLockPublishing(client, slot))) {
      if (Date.now() >= until) return undefined;
      await sleep(50);
    }
    try {
      return await work();
    } finally {
      await unlockPublishing(client, slot).catch(() => {});
    }
  } finally {
    client.release();
  }
}

const sum = (a: PublishCounts, b: PublishCounts): PublishCounts => ({
  written: a.written + b.written,
  deleted: a.deleted + b.deleted,
  equal: a.equal + b.equal,
  refused: a.refused + b.refused,
});

/** Publishes once to every retained generation. */
export async function publishOnce(deps: PublishDeps, progress: Progress = silent): Promise<PublishCounts> {
  let total = noPublishCounts();
  for (const generation of await listGenerations(deps.pool)) {
    if (!(await hasPending(deps.pool, generation.slot))) continue;
    const counts = await asPublisher(deps.pool, generation.slot, () => drainOutbox(deps, generation, progress));
    if (counts) total = sum(total, counts);
  }
  return total;
}

async function isDrained(deps: PublishDeps): Promise<boolean> {
  const generations: Generation[] = (await listGenerations(deps.pool)).filter((one) => isOurs(one, deps.rates));
  const left = await Promise.all(generations.map(({ slot }) => hasPending(deps.pool, slot)));
  return !left.includes(true);
}

/** Publishes until the outbox is empty. Other processes may do part of the work. */
export async function publishAll(deps: PublishDeps, progress: Progress): Promise<PublishCounts> {
  let total = noPublishCounts();
  for (;;) {
    total = sum(total, await publishOnce(deps, progress));
    if (await isDrained(deps)) return total;
    await sleep(50);
  }
}
