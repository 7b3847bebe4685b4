import { setTimeout as sleep } from 'node:timers/promises';
import { type Progress, silent } from '../../core/output/progress.ts';
import { tryLockFilling, tryLockPublishing, unlockFilling, unlockPublishing } from '../../stores/postgres/locks.ts';
import { type Generation, listGenerations } from '../../stores/postgres/outbox/generations.ts';
import { hasPending } from '../../stores/postgres/outbox/outbox.ts';
import type { Client, Pool } from '../../stores/postgres/pool.ts';
import { drainOutbox, isOurs } from './drain-outbox.ts';
import { addCounts, noPublishCounts, type PublishCounts, type PublishDeps } from './publish-batch.ts';

interface SlotLock {
  tryLock(client: Client, slot: number): Promise<boolean>;
  unlock(client: Client, slot: number): Promise<unknown>;
}

/** Runs `work` with a lock of a slot. Returns undefined if it is not free within `waitMs`. */
const withLock =
  ({ tryLock, unlock }: SlotLock) =>
  async <T>(pool: Pool, slot: number, work: () => Promise<T>, waitMs = 0): Promise<T | undefined> => {
    const client = await pool.connect();
    try {
      const until = performance.now() + waitMs;
      while (!(await tryLock(client, slot))) {
        if (performance.now() >= until) return undefined;
        await sleep(50);
      }
      try {
        return await work();
      } finally {
        await unlock(client, slot).catch(() => {});
      }
    } finally {
      client.release();
    }
  };

/** Runs `work` while this process is the only publisher of the slot, and no process fills its generation. */
export const asPublisher = withLock({ tryLock: tryLockPublishing, unlock: unlockPublishing });

/** Runs `work` while no process publishes to the slot. Several processes can fill its generation together. */
export const asFiller = withLock({ tryLock: tryLockFilling, unlock: unlockFilling });

/** Publishes once to every retained generation. */
export async function publishOnce(deps: PublishDeps, progress: Progress = silent): Promise<PublishCounts> {
  let total = noPublishCounts();
  for (const generation of await listGenerations(deps.pool)) {
    if (!(await hasPending(deps.pool, generation.slot))) continue;
    const counts = await asPublisher(deps.pool, generation.slot, () => drainOutbox(deps, generation, progress));
    if (counts) total = addCounts(total, counts);
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
    total = addCounts(total, await publishOnce(deps, progress));
    if (await isDrained(deps)) return total;
    await sleep(50);
  }
}
