import { OperatorError } from '../../core/errors/failure.ts';
import { deleteIndices } from '../../stores/opensearch/indices.ts';
import { lockWrites } from '../../stores/postgres/locks.ts';
import { deleteGeneration, type Generation } from '../../stores/postgres/outbox/generations.ts';
import { transaction } from '../../stores/postgres/pool.ts';
import type { PublishDeps } from './publish-batch.ts';
import { asPublisher } from './publisher.ts';

/** How long to wait for another publisher of the same slot. */
export const waitMs = 60_000;
export const busySlot = 'Another process has been publishing to this generation for a minute. Try again.';

/**
 * Deletes a retained generation that is not live. No process may publish to it meanwhile, since a late write would
 * create the index again.
 */
export async function dropGeneration({ pool, opensearch }: PublishDeps, generation: Generation): Promise<void> {
  const work = async () => {
    await transaction(pool, async (client) => {
      await lockWrites(client);
      await deleteGeneration(client, generation);
    });
    await deleteIndices(opensearch, generation.indices);
    return true;
  };
  if (!(await asPublisher(pool, generation.slot, work, waitMs))) throw new OperatorError(busySlot);
}
