import type { RunState } from '@orgdex/contract';
import type { ListedRun } from '../../stores/postgres/imports/run-list.ts';
import { isPassed, type RunCounts } from '../../stores/postgres/imports/runs.ts';

/** The possible outcomes of a row. */
export const outcomes = ['accepted', 'unchanged', 'rejected', 'skipped', 'suppressed', 'superseded'] as const;

/** The rows that have no outcome yet. */
export const pendingRows = (counts: RunCounts): number =>
  Math.max(0, counts.read - outcomes.reduce((sum, name) => sum + counts[name], 0));

/** Safety checks that measure a share, and of what; all others count rows. */
export const shares: Readonly<Record<string, string>> = {
  rejected: 'of the rows rejected',
  shrink: "of the source's records removed",
};

export const stateOf = ({ state, interrupted }: ListedRun): RunState => (interrupted ? 'interrupted' : state);

/** The duration, or the time so far; unknown for an interrupted run. */
export function tookMs({ startedAt, endedAt, interrupted }: ListedRun): number | undefined {
  if (interrupted) return undefined;
  return Math.max(0, (endedAt?.getTime() ?? Date.now()) - startedAt.getTime());
}

/** What to do next, if that is known. */
export function nextOf(run: ListedRun): string | undefined {
  const failed = Object.entries(run.checks).filter(([, check]) => !isPassed(check) && !check.overridden);
  if (run.interrupted && run.state === 'staging') return 'Nothing was changed. Run the same command again.';
  if (run.interrupted) return 'Some rows were applied. Run the same command again: it continues where it stopped.';
  if (run.state !== 'stopped' || failed.length === 0) return undefined;
  const names = failed.map(([name]) => name);
  const expect = names.every((name) => name === 'rows') ? '--expect MIN-MAX or ' : '';
  const allow = names.map((name) => `--allow ${name}`).join(' ');
  return `Nothing was changed. Check the file. To import it as it is, run the same command with ${expect}${allow}.`;
}

/** Reasons with their rows, most frequent first. */
export const sortedReasons = (reasons: Readonly<Record<string, number>> = {}): [reason: string, rows: number][] =>
  Object.entries(reasons).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
