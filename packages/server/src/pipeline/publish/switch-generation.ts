import { indicesExist } from '../../stores/opensearch/indices.ts';
import { lockWrites } from '../../stores/postgres/locks.ts';
import { type Generation, listGenerations, setLive } from '../../stores/postgres/outbox/generations.ts';
import { hasPending } from '../../stores/postgres/outbox/outbox.ts';
import { transaction } from '../../stores/postgres/pool.ts';
import { drainOutbox, isOurs } from './drain-outbox.ts';
import { dropGeneration, waitMs } from './drop-generation.ts';
import { asPublisher } from './publisher.ts';
import type { RebuildDeps } from './begin-generation.ts';

/** Waits until the outbox of a generation is empty, whichever process publishes to it. */
async function waitUntilDrained(deps: RebuildDeps, generation: Generation): Promise<void> {
  while (await hasPending(deps.pool, generation.slot)) {
    await asPublisher(deps.pool, generation.slot, () => drainOutbox(deps, generation, deps.progress), waitMs);
  }
}

/** Other generations whose indices are gone, for example because OpenSearch lost its data. Nothing can be published to them. */
async function lostGenerations(deps: RebuildDeps, generation: Generation): Promise<Generation[]> {
  const lost: Generation[] = [];
  for (const other of await listGenerations(deps.pool)) {
    if (other.id !== generation.id && !(await indicesExist(deps.opensearch, other.indices))) lost.push(other);
  }
  return lost;
}

/**
 * Makes a generation live once its outbox and that of the live one are empty. Writers wait during the switch. Lost
 * generations are removed.
 */
export async function switchTo(deps: RebuildDeps, generation: Generation): Promise<void> {
  const lost = await lostGenerations(deps, generation);
  const isLost = ({ id }: Generation) => lost.some((one) => one.id === id);
  await transaction(deps.pool, async (client) => {
    await lockWrites(client);
    await drainOutbox(deps, generation, deps.progress);
    for (const other of await listGenerations(deps.pool)) {
      const isWritable = isOurs(other, deps.rates) && !isLost(other);
      if (other.id !== generation.id && isWritable) await waitUntilDrained(deps, other);
    }
    await setLive(client, generation.id);
  });
  for (const one of lost) await dropGeneration(deps, one);
}
