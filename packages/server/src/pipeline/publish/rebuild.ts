import { OperatorError } from '../../core/errors/failure.ts';
import { refreshIndices, setFilled, setFilling } from '../../stores/opensearch/indices.ts';
import { type Generation, listGenerations } from '../../stores/postgres/outbox/generations.ts';
import { addParts, listOpenParts } from '../../stores/postgres/outbox/rebuild-parts.ts';
import { drainOutbox, isOurs } from './drain-outbox.ts';
import {
  anotherRebuild,
  beginGeneration,
  busySlot,
  type RebuildDeps,
  switchTo,
  waitMs,
} from './generation-lifecycle.ts';
import { addCounts, noPublishCounts, type PublishCounts } from './publish-batch.ts';
import { asFiller, asPublisher } from './publisher.ts';
import { scanInLanes } from './scan/lanes.ts';

/** How often a process that waits for another one looks whether it was interrupted. */
const lookEveryMs = 1000;
const interrupted = 'The rebuild was interrupted. Run the same command again: it continues where it stopped.';

function throwIfInterrupted({ signal }: RebuildDeps): void {
  if (signal?.aborted) throw new OperatorError(interrupted);
}

/** Whether another process has made the generation live. It may also have deleted it. */
async function isLive({ pool }: RebuildDeps, { id }: Generation): Promise<boolean> {
  const now = (await listGenerations(pool)).find((one) => one.id === id);
  if (!now) throw new OperatorError(anotherRebuild);
  return now.live_since !== null;
}

/** Writes the documents of the whole database, together with the other processes that build this generation. */
async function fill(deps: RebuildDeps, generation: Generation): Promise<PublishCounts> {
  const { pool, opensearch } = deps;
  if (await isLive(deps, generation)) return noPublishCounts();
  await addParts(pool, generation.id);
  if ((await listOpenParts(pool, generation.id)).length === 0) return noPublishCounts();
  await setFilling(opensearch, generation.indices);
  return scanInLanes(deps, generation);
}

/** Publishes what changed while the generation was filled, and makes it live. */
async function completeAlone(deps: RebuildDeps, generation: Generation): Promise<PublishCounts> {
  const { opensearch, options, progress } = deps;
  if (await isLive(deps, generation)) return noPublishCounts();
  await setFilled(opensearch, generation.indices, options);
  throwIfInterrupted(deps);
  const counts = await drainOutbox(deps, generation, progress);
  await refreshIndices(opensearch, generation.indices);
  throwIfInterrupted(deps);
  await switchTo(deps, generation);
  return counts;
}

/** Of the processes that filled the generation, the first one completes it. The others wait for that. */
async function complete(deps: RebuildDeps, generation: Generation): Promise<PublishCounts> {
  for (;;) {
    throwIfInterrupted(deps);
    const counts = await asPublisher(deps.pool, generation.slot, () => completeAlone(deps, generation), lookEveryMs);
    if (counts) return counts;
  }
}

/**
 * Builds a new generation from the database beside the live one, and switches to it. If it is killed, the next call
 * continues. A call in another process takes part in the work; the counts are those of this process.
 */
export async function rebuild(deps: RebuildDeps): Promise<{ generation: Generation; counts: PublishCounts }> {
  const generation = await beginGeneration(deps);
  const filled = await asFiller(deps.pool, generation.slot, () => fill(deps, generation), waitMs);
  if (!filled) throw new OperatorError(anotherRebuild);
  return { generation, counts: addCounts(filled, await complete(deps, generation)) };
}

/** Switches back to the previous generation. */
export async function rollBack(deps: RebuildDeps): Promise<Generation> {
  const [, before] = await listComplete(deps);
  if (!before) throw new OperatorError('There is no earlier generation to roll back to: only a rebuild keeps one.');
  if (!isOurs(before, deps.rates))
    throw new OperatorError(
      'The earlier generation was built by another version of orgdex, or with other exchange rates. Start the version that built it.',
    );
  const work = async () => {
    await drainOutbox(deps, before, deps.progress);
    await switchTo(deps, before);
    return true;
  };
  const done = await asPublisher(deps.pool, before.slot, work, waitMs);
  if (!done) throw new OperatorError(busySlot);
  return before;
}

const listComplete = async ({ pool }: RebuildDeps) =>
  (await listGenerations(pool)).filter(({ live_since }) => live_since !== null);

/** Whether a complete generation exists. */
export const isPublished = async (deps: RebuildDeps): Promise<boolean> => (await listComplete(deps)).length > 0;

/** Builds the first generation of an installation. If only generations with other rules exist, a rebuild is needed. */
export async function ensureGeneration(deps: RebuildDeps): Promise<PublishCounts | undefined> {
  const complete = await listComplete(deps);
  if (complete.length === 0) return (await rebuild(deps)).counts;
  if (complete.some((one) => isOurs(one, deps.rates))) return undefined;
  throw new OperatorError(
    'The published data was built by another version, or with other exchange rates. Run `orgdex rebuild`.',
  );
}
