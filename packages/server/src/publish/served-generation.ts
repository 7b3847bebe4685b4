import type { ServedGeneration } from '../engine/reading.ts';
import { Failure } from '../failure.ts';
import { listGenerations } from '../ledger/generations.ts';
import type { Pool } from '../ledger/pool.ts';
import { isOurs } from './drain.ts';

/** The generation that this process answers from: the newest complete one that was made by its own rules. */
export function openServedGeneration(pool: Pool) {
  let served: ServedGeneration | undefined;
  return {
    /** Looks again. When the ledger cannot be asked, the last one stays. */
    async refresh(): Promise<void> {
      const found = (await listGenerations(pool)).find(
        (generation) => generation.live_since !== null && isOurs(generation),
      );
      served = found && { id: found.id, indices: found.indices };
    },
    current(): ServedGeneration {
      if (!served) throw new Failure('not_ready', { because: 'no data has been published yet', retryAfter: 5 });
      return served;
    },
  };
}
