import { setRefreshing, type Write } from '../engine/bulk.ts';
import {
  createIndices,
  deleteIndices,
  generationIndices,
  type IndexOptions,
  refreshIndices,
} from '../engine/indices.ts';
import { mappingHash } from '../engine/mapping.ts';
import { OperatorError } from '../errors/failure.ts';
import { lockWrites } from '../ledger/locks.ts';
import { type DocumentKind, enqueueAgain, kinds } from '../ledger/outbox/enqueue.ts';
import {
  deleteGeneration,
  type Generation,
  insertGeneration,
  listGenerations,
  saveScanned,
  setLive,
} from '../ledger/outbox/generations.ts';
import { hasPending } from '../ledger/outbox/outbox.ts';
import { completeRosters } from '../ledger/outbox/rosters.ts';
import { transaction } from '../ledger/pool.ts';
import type { Progress } from '../output/progress.ts';
import { rulesHash } from '../rules/rules-hash.ts';
import { drainOutbox, isOurs } from './drain-outbox.ts';
import {
  batchSizes,
  noPublishCounts,
  type PublishCounts,
  type PublishDeps,
  readWrites,
  send,
} from './publish-batch.ts';
import { asPublisher } from './publisher.ts';

export interface RebuildDeps extends PublishDeps {
  options: IndexOptions;
  progress: Progress;
}

/** How long to wait for another publisher of the same slot. */
const waitMs = 60_000;
const anotherRebuild = 'Another rebuild is running, or has just finished. `orgdex status` shows which.';
const busySlot = 'Another process has been publishing to this generation for a minute. Try again.';

/**
 * Deletes a retained generation that is not live. No process may publish to it meanwhile, since a late write would
 * create the index again.
 */
async function drop({ pool, engine }: RebuildDeps, generation: Generation): Promise<void> {
  const work = async () => {
    await transaction(pool, async (client) => {
      await lockWrites(client);
      await deleteGeneration(client, generation.id);
    });
    await deleteIndices(engine, generation.indices);
    return true;
  };
  if (!(await asPublisher(pool, generation.slot, work, waitMs))) throw new OperatorError(busySlot);
}

/** The generation to build: an unfinished one with the current rules, or a new one beside the live one. */
async function beginOrResume(deps: RebuildDeps): Promise<Generation> {
  const retained = await listGenerations(deps.pool);
  const begun = retained.find(({ live_since }) => live_since === null);
  if (begun && isOurs(begun, deps.rates)) return begun;
  const [live] = retained.filter(({ live_since }) => live_since !== null);
  // The live generation stays. There may be one other, and the new one replaces it.
  for (const old of retained.filter(({ id }) => id !== live?.id)) await drop(deps, old);
  const indices = generationIndices(deps.options.prefix);
  // Before the generation is stored: a write to a missing index would create one without our mapping.
  await createIndices(deps.engine, indices, deps.options);
  return transaction(deps.pool, async (client) => {
    // Between two batches, never inside one. From here on, every change goes to the outbox of the new generation too.
    await lockWrites(client);
    const slot = live ? 1 - live.slot : 0;
    const taken = (await listGenerations(client)).some((generation) => generation.slot === slot);
    if (taken) throw new OperatorError(anotherRebuild);
    await completeRosters(client);
    return insertGeneration(client, { slot, indices, rules_hash: rulesHash(deps.rates), mapping_hash: mappingHash() });
  });
}

/**
 * Reads all rows of one kind in the order of their ids and writes their documents. It continues where it was
 * interrupted. The next rows are read while the engine writes the previous ones.
 */
async function scan(
  deps: RebuildDeps,
  generation: Generation,
  kind: DocumentKind,
  counts: PublishCounts,
): Promise<void> {
  let after = generation.scanned[kind];
  let writing = Promise.resolve();
  while (after !== null) {
    const writes = await readWrites(deps, generation, kind, { after: after ?? '', limit: batchSizes[kind] });
    await writing;
    after = writes.at(-1)?.id ?? null;
    writing = writeScanned(
      deps,
      { ...generation, scanned: { ...generation.scanned, [kind]: after } },
      { kind, writes, counts },
    );
    // An error is thrown at the next await. Until then, this handler prevents an unhandled rejection.
    writing.catch(() => {});
  }
  await writing;
  generation.scanned[kind] = null;
}

interface ScannedPart {
  kind: DocumentKind;
  writes: readonly Write[];
  counts: PublishCounts;
}

async function writeScanned(
  deps: RebuildDeps,
  generation: Generation,
  { kind, writes, counts }: ScannedPart,
): Promise<void> {
  const { refused, busy } = await send(
    deps,
    writes.filter(({ source }) => source),
    counts,
  );
  if (refused.length + busy.length > 0) await enqueueAgain(deps.pool, generation.slot, kind, [...refused, ...busy]);
  await saveScanned(deps.pool, generation);
  deps.progress.report('rebuilding', counts.written + counts.equal);
}

async function fill(deps: RebuildDeps, generation: Generation, counts: PublishCounts): Promise<void> {
  const names = Object.values(generation.indices);
  await setRefreshing(deps.engine, names, false);
  for (const kind of kinds) await scan(deps, generation, kind, counts);
  await setRefreshing(deps.engine, names, true);
  const drained = await drainOutbox(deps, generation, deps.progress);
  for (const outcome of Object.keys(counts) as (keyof PublishCounts)[]) counts[outcome] += drained[outcome];
  await refreshIndices(deps.engine, generation.indices);
}

/** Waits until the outbox of a generation is empty, whichever process publishes to it. */
async function waitUntilDrained(deps: RebuildDeps, generation: Generation): Promise<void> {
  while (await hasPending(deps.pool, generation.slot)) {
    await asPublisher(deps.pool, generation.slot, () => drainOutbox(deps, generation, deps.progress), waitMs);
  }
}

/** Makes a generation live once its outbox and that of the live one are empty. Writers wait during the switch. */
async function switchTo(deps: RebuildDeps, generation: Generation): Promise<void> {
  await transaction(deps.pool, async (client) => {
    await lockWrites(client);
    await drainOutbox(deps, generation, deps.progress);
    for (const other of await listGenerations(deps.pool)) {
      if (other.id !== generation.id && isOurs(other, deps.rates)) await waitUntilDrained(deps, other);
    }
    await setLive(client, generation.id);
  });
}

/**
 * Builds a new generation from the ledger beside the live one, and switches to it. If it is killed, the next call
 * continues.
 */
export async function rebuild(deps: RebuildDeps): Promise<{ generation: Generation; counts: PublishCounts }> {
  const generation = await beginOrResume(deps);
  const counts = noPublishCounts();
  const work = async () => {
    // The previous holder of the slot may have built the same generation.
    const now = (await listGenerations(deps.pool)).find(({ id }) => id === generation.id);
    if (!now || now.live_since !== null) throw new OperatorError(anotherRebuild);
    generation.scanned = now.scanned;
    await fill(deps, generation, counts);
    await switchTo(deps, generation);
    return true;
  };
  const built = await asPublisher(deps.pool, generation.slot, work, waitMs);
  if (!built) throw new OperatorError(anotherRebuild);
  return { generation, counts };
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
