import { refreshIndices } from '../engine/indices.ts';
import { mappingHash } from '../engine/mapping.ts';
import { hasDirty, hasLate, readDirty } from '../ledger/dirty.ts';
import type { Generation } from '../ledger/generations.ts';
import { type DocumentKind, kindsInOrder } from '../ledger/marks.ts';
import type { Progress } from '../progress.ts';
import { rulesHash } from '../rules/rules-hash.ts';
import { noPublishCounts, type PublishCounts, type PublishDeps, publishMarked } from './publish-batch.ts';

const batchSize = 1000;

/** Whether this process makes the same documents as the generation holds. */
export const isOurs = (generation: Generation): boolean =>
  generation.rules_hash === rulesHash() && generation.mapping_hash === mappingHash();

interface Round {
  deps: PublishDeps;
  generation: Generation;
  counts: PublishCounts;
  progress: Progress;
}

/** One pass over the marks of one kind; those that come in behind us wait for the next. */
async function passOver(
  { deps, generation, counts, progress }: Round,
  kind: DocumentKind,
  late: boolean,
): Promise<void> {
  let after = '';
  for (;;) {
    const marks = await readDirty(deps.pool, { slot: generation.slot, kind, late, limit: batchSize, after });
    const last = marks.at(-1);
    if (!last) return;
    await publishMarked(deps, generation, kind, marks, counts);
    after = last.id;
    progress.report('publishing', counts.written + counts.deleted + counts.equal);
  }
}

/**
 * Tells one generation everything that is marked. Survivors come before redirects, new documents before deletions,
 * with a refresh between, so that no reader sees a company half moved.
 */
async function tellAll(round: Round): Promise<void> {
  if (isOurs(round.generation)) for (const kind of kindsInOrder) await passOver(round, kind, false);
  if (!(await hasLate(round.deps.pool, round.generation.slot))) return;
  if (!isOurs(round.generation)) return passOver(round, 'employment', true);
  await refreshIndices(round.deps.engine, round.generation.indices);
  for (const kind of kindsInOrder) await passOver(round, kind, true);
}

/** Publishes until nothing is marked, or a round makes no headway. Another generation's rules take only deletions. */
export async function drain(deps: PublishDeps, generation: Generation, progress: Progress): Promise<PublishCounts> {
  const counts = noPublishCounts();
  const told = () => counts.written + counts.deleted + counts.equal + counts.refused;
  while (await hasDirty(deps.pool, generation.slot)) {
    const before = told();
    await tellAll({ deps, generation, counts, progress });
    if (told() === before) break;
  }
  if (counts.written + counts.deleted > 0) await refreshIndices(deps.engine, generation.indices);
  return counts;
}
