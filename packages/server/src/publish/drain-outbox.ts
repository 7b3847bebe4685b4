import { mappingHash } from '../engine/mapping.ts';
import type { DocumentKind } from '../ledger/outbox/enqueue.ts';
import type { Generation } from '../ledger/outbox/generations.ts';
import { hasDeferred, hasPending, readOutbox } from '../ledger/outbox/outbox.ts';
import type { Progress } from '../output/progress.ts';
import type { Rates } from '../rules/money/exchange-rates.ts';
import { rulesHash } from '../rules/rules-hash.ts';
import { closeRosters } from './other-rules.ts';
import { batchSizes, noPublishCounts, type PublishCounts, type PublishDeps, writePending } from './publish-batch.ts';
import { PublishNotifier } from './publish-notifier.ts';

/** People before the roster that may send to them, the roster before the company that names it, all before who finds them. */
const early: readonly DocumentKind[] = ['employment', 'roster', 'company', 'identifier'];
/** A company redirects before its roster does, and both before its people go. */
const late: readonly DocumentKind[] = ['company', 'roster', 'employment', 'identifier'];

/** Whether this process makes the same documents as the generation holds. */
export const isOurs = (generation: Generation, rates: Rates): boolean =>
  generation.rules_hash === rulesHash(rates) && generation.mapping_hash === mappingHash();

interface Round {
  deps: PublishDeps;
  generation: Generation;
  counts: PublishCounts;
  progress: Progress;
}

/** One pass over the marks of one kind; those that come in behind us wait for the next. Ends with what it wrote in sight. */
async function passOver(round: Round, kind: DocumentKind, isLate: boolean): Promise<void> {
  const { deps, generation, counts, progress } = round;
  const news = new PublishNotifier(deps, generation, kind);
  let after = '';
  for (;;) {
    const choice = { slot: generation.slot, kind, late: isLate, limit: batchSizes[kind], after };
    const marks = await readOutbox(deps.pool, choice);
    const last = marks.at(-1);
    if (!last) break;
    if (!isOurs(generation, deps.rates)) await closeRosters(deps, generation, marks);
    await news.add(await writePending(deps, generation, kind, marks, counts));
    after = last.id;
    progress.report('publishing', counts.written + counts.deleted + counts.equal);
  }
  await news.tell();
}

/**
 * Tells one generation everything that is marked. Survivors come before redirects, new documents before deletions,
 * each pass with a refresh at its end, so that no reader sees a company half moved. Another generation's rules take only deletions.
 */
async function tellAll(round: Round): Promise<void> {
  const isOwn = isOurs(round.generation, round.deps.rates);
  if (isOwn) for (const kind of early) await passOver(round, kind, false);
  if (!(await hasDeferred(round.deps.pool, round.generation.slot))) return;
  if (!isOwn) return passOver(round, 'employment', true);
  for (const kind of late) await passOver(round, kind, true);
}

/** Publishes until nothing is marked, or a round makes no headway. */
export async function drainOutbox(
  deps: PublishDeps,
  generation: Generation,
  progress: Progress,
): Promise<PublishCounts> {
  const counts = noPublishCounts();
  const told = () => counts.written + counts.deleted + counts.equal + counts.refused;
  while (await hasPending(deps.pool, generation.slot)) {
    const before = told();
    await tellAll({ deps, generation, counts, progress });
    if (told() === before) break;
  }
  return counts;
}
