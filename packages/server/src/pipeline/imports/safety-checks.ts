import { OperatorError } from '../../core/errors/failure.ts';
import { formatNumber, formatShare } from '../../core/output/numbers.ts';
import {
  countSourceRecords,
  hasCompanyRecords,
  saveDifferences,
  stageRemovals,
} from '../../stores/postgres/imports/compare-stage.ts';
import { countFingerprints, settleKnownRows } from '../../stores/postgres/imports/row-fingerprints.ts';
import { type CheckResult, isPassed, type Run, saveRun } from '../../stores/postgres/imports/runs.ts';
import { countStage, dropStage, dropSuperseded, indexStage, stageOf } from '../../stores/postgres/imports/stage.ts';
import { inTransaction } from '../../stores/postgres/pool.ts';
import { kindsOf } from './input/reader.ts';
import type { RunContext } from './run-context.ts';
import { suspendFingerprints } from './stage/fingerprints.ts';
import { writeRejections } from './stage/rejections.ts';

/** The share of its records that a source may lose through one full file. */
const maxShrink = 0.05;

/** The share of rows that may be rejected: 1 %, or in a small file 5 % or 50 rows, whichever is less. */
export const maxRejected = (rows: number): number => Math.max(0.01, Math.min(0.05, 50 / rows));

/** The number of rejected rows after which the rest of a file may be skipped. */
const enoughRejected = 20_000;

/** Whether too many rows are rejected already, so that reading the rest would only waste time. */
export const hasTooManyRejected = ({ run, allow }: Pick<RunContext, 'run' | 'allow'>): boolean =>
  !allow.includes('rejected') && run.counts.rejected >= enoughRejected && run.counts.rejected > run.counts.read / 2;

/** The living records of the source. Fingerprints are counted faster than the records that they describe. */
async function countBefore({ client, run, source, reader }: RunContext): Promise<number> {
  if (run.position.fingerprints?.known === undefined) return countSourceRecords(client, source.id, kindsOf(reader));
  return (await countFingerprints(client, source.id)) + (await countSourceRecords(client, source.id, ['person']));
}

/** The measurements of all safety checks. */
async function measure(context: RunContext): Promise<Run['checks']> {
  const { run, expected } = context;
  const { read, rejected, gone } = run.counts;
  const before = gone > 0 ? await countBefore(context) : 0;
  return {
    ...(expected ? { rows: { measured: read, ...expected } } : {}),
    rejected: { measured: read > 0 ? rejected / read : 0, max: maxRejected(read) },
    ...(run.whole ? { shrink: { measured: before > 0 ? gone / before : 0, max: maxShrink } } : {}),
  };
}

const formatLimit = (share: number) => formatShare(share).replace('.0 ', ' ');

/** The message of each failed check. */
const findings: Record<string, (check: CheckResult, context: RunContext) => string> = {
  rows: ({ measured, min, max }) =>
    `The input has ${formatNumber(measured)} rows; expected ${formatNumber(min ?? 0)} to ${formatNumber(max)}.`,
  rejected: ({ measured, max }, { run: { counts, files } }) =>
    [
      `${formatNumber(counts.rejected)} of ${formatNumber(counts.read)} rows were rejected`,
      `(${formatShare(measured)}, limit`,
      `${formatLimit(max)}).${files.length === 0 ? ' The rest of the input was not read.' : ''}`,
    ].join(' '),
  shrink: ({ measured, max }, { run: { counts } }) =>
    `${formatNumber(counts.gone)} records of this source are not in the full file and would be removed (${formatShare(measured)}, limit ${formatLimit(max)}).`,
};

/** A failed check and its message. */
interface FailedCheck {
  name: string;
  finding: string;
}

/** The checks that stop this run; those that the operator allows are marked as overridden. */
async function findFailed(context: RunContext): Promise<FailedCheck[]> {
  const { run, allow } = context;
  const isAllowed = (name: string) => (allow as readonly string[]).includes(name);
  run.checks = await measure(context);
  const failed = Object.entries(run.checks).filter(([, check]) => !isPassed(check));
  for (const [name, check] of failed) if (isAllowed(name)) check.overridden = true;
  if (run.counts.read === 0 && !context.mayBeEmpty && !isAllowed('rows'))
    return [{ name: 'rows', finding: 'The input has no rows.' }];
  const found = failed
    .filter(([name]) => !isAllowed(name))
    .map(([name, check]) => ({ name, finding: findings[name]?.(check, context) ?? name }));
  // With too many rejected rows, the file is not read to its end, so the other measurements mean nothing.
  const rejected = run.files.length === 0 ? found.find(({ name }) => name === 'rejected') : undefined;
  return rejected ? [rejected] : found;
}

/** Determines which records are new, different or missing, before anything changes. */
async function compare({ client, run, source, reader }: RunContext): Promise<void> {
  const stage = stageOf(run.id);
  run.counts.superseded = (await dropSuperseded(client, stage.company)) + (await dropSuperseded(client, stage.person));
  const known = run.position.fingerprints?.known;
  const settled =
    known === undefined ? undefined : await settleKnownRows(client, run.id, { sourceId: source.id, rows: known });
  run.counts.superseded += settled?.superseded ?? 0;
  const whole = { sourceId: source.id, read: run.counts.read, kinds: kindsOf(reader), unseen: settled !== undefined };
  run.counts.gone = run.whole ? await stageRemovals(client, run.id, whole) : 0;
  for (const table of [stage.company, stage.person]) await indexStage(client, table);
  run.position.first = !(await hasCompanyRecords(client, source.id));
  if (run.position.first) return;
  run.counts.unchanged = (settled?.unchanged ?? 0) + (await saveDifferences(client, run.id, source.id));
  await indexStage(client, stage.different);
}

/**
 * Compares the staged rows with the database and runs the safety checks. A failed check stops the run before anything
 * changes.
 */
export async function runSafetyChecks(context: RunContext): Promise<void> {
  const { client, run } = context;
  const failed = await inTransaction(client, async () => {
    await compare(context);
    const found = await findFailed(context);
    if (found.length > 0) return found;
    run.state = 'applying';
    run.position.lastLine = run.counts.read + run.counts.gone;
    run.position.stagedRows = await countStage(client, run.id);
    await suspendFingerprints(context);
    await saveRun(client, run);
    return [];
  });
  if (failed.length > 0) await stop(context, failed);
}

const shownReasons = 5;

/** The most frequent reasons, each with its number of rows. */
function describeReasons(reasons: Record<string, number>): string[] {
  const sorted = Object.entries(reasons).sort(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, shownReasons).map(([reason, rows]) => [formatNumber(rows), reason] as const);
  const width = Math.max(0, ...shown.map(([rows]) => rows.length));
  const more = sorted.length - shown.length;
  return [
    ...shown.map(([rows, reason]) => `  ${rows.padStart(width)}  ${reason}`),
    ...(more > 0 ? [`  and ${formatNumber(more)} more reasons`] : []),
  ];
}

/** What the operator can do about the failed checks. */
function adviceOf(names: readonly string[], hint: string | undefined): string {
  const allow = names.map((name) => `--allow ${name}`).join(' ');
  if (names.every((name) => name === 'rejected')) return `Fix the file, or continue with ${allow}.`;
  const expect = names.includes('rows') ? 'set the expected number of rows with --expect MIN-MAX, or ' : '';
  return `Check that the input is complete.${hint ? ` ${hint}` : ''} If the input is complete, ${expect}continue with ${allow}.`;
}

async function stop(context: RunContext, failed: readonly FailedCheck[]): Promise<never> {
  const { client, run, hint } = context;
  const file = await writeRejections(context);
  await dropStage(client, run.id);
  const reason = failed.map(({ finding }) => finding).join(' ');
  await saveRun(client, { ...run, state: 'stopped', reason });
  context.progress.end();
  const names = failed.map(({ name }) => name);
  throw new OperatorError(
    [
      `${reason} Nothing was changed.`,
      ...(names.includes('rejected') ? describeReasons(run.reasons.rejected) : []),
      `${adviceOf(names, hint)}${file ? ` Details: ${file}` : ''}`,
    ].join('\n'),
  );
}
