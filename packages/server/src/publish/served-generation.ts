import type { ServedGeneration } from '../engine/reading.ts';
import { Failure } from '../failure.ts';
import { listGenerations } from '../ledger/generations.ts';
import type { Pool } from '../ledger/pool.ts';
import { isOurs } from './drain.ts';

/** The generation that this process answers from: the newest complete one that was made by its own rules. */
export function openServedGeneration(pool: Pool) {
  let served: ServedGeneration | undefined;
  let because = 'nothing has been published yet';
  return {
    /** Looks again. When the ledger cannot be asked, the last one stays. */
    async refresh(): Promise<void> {
      const complete = (await listGenerations(pool)).filter(({ live_since }) => live_since !== null);
      const found = complete.find(isOurs);
      served = found && { id: found.id, indices: found.indices };
      because = complete.length > 0 ? 'what is published was made by other rules, and a rebuild is needed' : because;
    },
    current(): ServedGeneration {
      if (!served) throw new Failure('not_ready', { because, retryAfter: 5 });
      return served;
    },
  };
}
