import type { Progress } from '../../core/output/progress.ts';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import { rulesHash } from '../../knowledge/rules/rules-hash.ts';
import { mappingHash } from '../../stores/opensearch/mapping.ts';
import type { DocumentKind } from '../../stores/postgres/outbox/enqueue.ts';
import type { Generation } from '../../stores/postgres/outbox/generations.ts';
import { hasDeferred, hasPending, readOutbox } from '../../stores/postgres/outbox/outbox.ts';
import { closeRosters } from './close-rosters.ts';
import { batchSizes, noPublishCounts, type PublishCounts, type PublishDeps, writePending } from './publish-batch.ts';
import { PublishNotifier } from './publish-notifier.ts';

/**
 * People before the roster that may refer to them, the roster before the company that mentions it, identifiers last.
 */
const early: readonly DocumentKind[] = ['employment', 'roster', 'company', 'identifier'];
/** A company redirects before its roster does, and both before its people are deleted. */
const late: readonly DocumentKind[] = ['company', 'roster', 'employment', 'identifier'];

/** Whether this process builds the same documents as the generation contains. */
export const isOurs = (generation: Generation, rates: Rates): boolean =>
  generation.rules_hash === rulesHash(rates) && generation.mapping_hash === mappingHash();

interface Round {
  deps: PublishDeps;
  generation: Generation;
  counts: PublishCounts;
  progress: Progress;
}

/**
 * Publishes the pending documents of one kind once. Rows that are added behind the current position wait for the next
 * pass. At the end, everything written is visible.
 */
async function publishKind(round: Round, kind: DocumentKind, isLate: boolean): Promise<void> {
  const { deps, generation, counts, progress } = round;
  const notifier = new PublishNotifier(deps, generation, kind);
  let after = '';
  for (;;) {
    const choice = { slot: generation.slot, kind, late: isLate, limit: batchSizes[kind], after };
    const rows = await readOutbox(deps.pool, choice);
    const last = rows.at(-1);
    if (!last) break;
    if (!isOurs(generation, deps.rates)) await closeRosters(deps, generation, rows);
    await notifier.add(await writePending(deps, generation, kind, rows, counts));
    after = last.id;
    progress.report('publishing', counts.written + counts.deleted + counts.equal);
  }
  await notifier.notify();
}

/**
 * Publishes everything pending to one generation. Survivors come before redirects, and new documents before deletions.
 * Each pass ends with a refresh, so that no reader sees a company half moved. A generation with other rules gets only
 * deletions.
 */
async function publishRound(round: Round): Promise<void> {
  const isOwn = isOurs(round.generation, round.deps.rates);
  if (isOwn) for (const kind of early) await publishKind(round, kind, false);
  if (!(await hasDeferred(round.deps.pool, round.generation.slot))) return;
  if (!isOwn) return publishKind(round, 'employment', true);
  for (const kind of late) await publishKind(round, kind, true);
}

/** Publishes until the outbox is empty, or a round makes no progress. */
export async function drainOutbox(
  deps: PublishDeps,
  generation: Generation,
  progress: Progress,
): Promise<PublishCounts> {
  const counts = noPublishCounts();
  const handled = () => counts.written + counts.deleted + counts.equal + counts.refused;
  while (await hasPending(deps.pool, generation.slot)) {
    const before = handled();
    await publishRound({ deps, generation, counts, progress });
    if (handled() === before) break;
  }
  return counts;
}
