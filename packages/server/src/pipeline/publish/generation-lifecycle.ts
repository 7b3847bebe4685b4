import { OperatorError } from '../../core/errors/failure.ts';
import { rulesHash } from '../../knowledge/rules/rules-hash.ts';
import {
  createIndices,
  deleteIndices,
  generationIndices,
  hasAllShards,
  type IndexOptions,
  indicesExist,
} from '../../stores/opensearch/indices.ts';
import { mappingHash } from '../../stores/opensearch/mapping.ts';
import { lockRebuilds, lockWrites } from '../../stores/postgres/locks.ts';
import {
  deleteGeneration,
  type Generation,
  insertGeneration,
  listGenerations,
  setLive,
} from '../../stores/postgres/outbox/generations.ts';
import { hasPending } from '../../stores/postgres/outbox/outbox.ts';
import { transaction } from '../../stores/postgres/pool.ts';
import { drainOutbox, isOurs } from './drain-outbox.ts';
import type { PublishDeps } from './publish-batch.ts';
import { asPublisher } from './publisher.ts';
import type { ScanDeps } from './scan/lanes.ts';
import { explainLostShard } from './scan/parts.ts';

export const anotherRebuild = 'Another rebuild is running, or has just finished. `orgdex status` shows which.';

/** An unfinished generation with the current rules, to continue with. */
async function findBegun(deps: RebuildDeps, retained: readonly Generation[]): Promise<Generation | undefined> {
  const begun = retained.find(({ live_since }) => live_since === null);
  if (!begun || deps.restart || !isOurs(begun, deps.rates)) return undefined;
  if (!(await indicesExist(deps.opensearch, begun.indices))) return undefined;
  if (await hasAllShards(deps.opensearch, begun.indices)) return begun;
  throw new OperatorError(explainLostShard(begun, 'no node has a copy of it'));
}

/** A new generation beside the live one. */
async function insertBeside(deps: RebuildDeps, live: Generation | undefined): Promise<Generation> {
  const indices = generationIndices(deps.options.prefix);
  // Before the generation is stored: a write to a missing index would create one without our mapping.
  await createIndices(deps.opensearch, indices, deps.options);
  const generation = await transaction(deps.pool, async (client) => {
    // Between two batches, never inside one. From here on, every change goes to the outbox of the new generation too.
    await lockWrites(client);
    const slot = live ? 1 - live.slot : 0;
    if ((await listGenerations(client)).some((one) => one.slot === slot)) return undefined;
    return insertGeneration(client, { slot, indices, rules_hash: rulesHash(deps.rates), mapping_hash: mappingHash() });
  });
  if (generation) return generation;
  await deleteIndices(deps.opensearch, indices);
  throw new OperatorError(anotherRebuild);
}

async function beginOrContinue(deps: RebuildDeps): Promise<Generation> {
  const retained = await listGenerations(deps.pool);
  const begun = await findBegun(deps, retained);
  if (begun) return begun;
  const [live] = retained.filter(({ live_since }) => live_since !== null);
  // The live generation stays. There may be one other, and the new one replaces it.
  for (const old of retained.filter(({ id }) => id !== live?.id)) await dropGeneration(deps, old);
  return insertBeside(deps, live);
}

/** The generation to build: an unfinished one, which another process may be building too, or a new one. */
export async function beginGeneration(deps: RebuildDeps): Promise<Generation> {
  const client = await deps.pool.connect();
  try {
    // Of several processes that are started together, the first one begins, and the others find what it has begun.
    await lockRebuilds(client);
    return await beginOrContinue(deps);
  } finally {
    client.release(true);
  }
}

export interface RebuildDeps extends ScanDeps {
  options: IndexOptions;
  /** Begins again instead of continuing an unfinished generation. */
  restart?: boolean;
}

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

/** How long to wait for another publisher of the same slot. */
export const waitMs = 60_000;
export const busySlot = 'Another process has been publishing to this generation for a minute. Try again.';

/**
 * Deletes a retained generation that is not live. No process may publish to it meanwhile, since a late write would
 * create the index again.
 */
async function dropGeneration({ pool, opensearch }: PublishDeps, generation: Generation): Promise<void> {
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
