import { OperatorError } from '../failure.ts';
import { formatNumber, formatShare } from '../format-number.ts';
import { countSource, hasCompanyRecords, noteDifferent, stageGone } from '../ledger/gates.ts';
import { inTransaction } from '../ledger/pool.ts';
import { type Gate, isPassed, type Run, saveRun } from '../ledger/runs.ts';
import { countStage, dropStage, dropSuperseded, indexStage, stageOf } from '../ledger/stage.ts';
import type { RunContext } from './import-records.ts';
import { kindsOf } from './reader-name.ts';
import { writeRejections } from './rejections.ts';

/** Shares above which a run stops before it changes anything. */
const limits = { rejected: 0.01, missing: 0.05 } as const;

/** Rows that are rejected before the rest of a file is given up. */
const enoughRejected = 20_000;

/** Most of what was read is rejected, and that is much: the rest would only take time. */
export const isHopeless = ({ forced, counts: { read, rejected } }: Run): boolean =>
  !forced && rejected >= enoughRejected && rejected > read / 2;

/** What the gates measure. */
async function measure({ client, run, source, expected, reader }: RunContext): Promise<Run['gates']> {
  const { read, rejected, gone } = run.counts;
  const before = gone > 0 ? await countSource(client, source.id, kindsOf(reader)) : 0;
  return {
    ...(expected ? { rows: { measured: read, ...expected } } : {}),
    rejected: { measured: read > 0 ? rejected / read : 0, max: limits.rejected },
    ...(run.whole ? { missing: { measured: before > 0 ? gone / before : 0, max: limits.missing } } : {}),
  };
}

const andHint = (hint: string | undefined) => (hint ? ` ${hint}` : '');

/** Why a gate is shut, by its name. */
const complaints: Record<string, (gate: Gate, context: RunContext) => string> = {
  rows: ({ measured, min, max }, { hint }) =>
    `The input holds ${formatNumber(measured)} rows; ${formatNumber(min ?? 0)} to ${formatNumber(max)} are normal. Is it complete?${andHint(hint)} --expect MIN-MAX says otherwise.`,
  rejected: ({ measured, max }, { run: { counts, files } }) =>
    `${counts.rejected} of ${counts.read} rows (${formatShare(measured)}) would be rejected; more than ${formatShare(max)} is not normal.${files.length === 0 ? ' The rest was not read.' : ''}`,
  missing: ({ measured, max }, { run: { counts }, hint }) =>
    `${counts.gone} statements of this source (${formatShare(measured)}) are not in this whole file, and would be removed; more than ${formatShare(max)} is not normal.${andHint(hint)}`,
};

/** Why this run should not go on; undefined: it may. */
async function findReason(context: RunContext): Promise<string | undefined> {
  const { run } = context;
  run.gates = await measure(context);
  const shut = Object.entries(run.gates).filter(([, gate]) => !isPassed(gate));
  if (run.forced) for (const [, gate] of shut) gate.overridden = true;
  if (run.forced) return undefined;
  if (run.counts.read === 0 && !context.mayBeEmpty) return 'The input holds no rows.';
  // Where most rows are rejected the file was not read to its end: their number means nothing.
  const first = shut.find(([name]) => name === 'rejected') ?? shut[0];
  return first && complaints[first[0]]?.(first[1], context);
}

/** Finds out which statements are new, different or gone, before anything is changed. */
async function compare({ client, run, source, reader }: RunContext): Promise<void> {
  const stage = stageOf(run.id);
  run.counts.superseded = (await dropSuperseded(client, stage.company)) + (await dropSuperseded(client, stage.person));
  const whole = { sourceId: source.id, read: run.counts.read, kinds: kindsOf(reader) };
  run.counts.gone = run.whole ? await stageGone(client, run.id, whole) : 0;
  for (const table of [stage.company, stage.person]) await indexStage(client, table);
  run.position.first = !(await hasCompanyRecords(client, source.id));
  if (run.position.first) return;
  run.counts.unchanged = await noteDifferent(client, run.id, source.id);
  await indexStage(client, stage.different);
}

/** Settles what the run consists of, and stops it where it looks wrong, before anything is changed. */
export async function checkGates(context: RunContext): Promise<void> {
  const { client, run } = context;
  const reason = await inTransaction(client, async () => {
    await compare(context);
    const found = await findReason(context);
    if (found !== undefined) return found;
    run.state = 'applying';
    run.position.lastLine = run.counts.read + run.counts.gone;
    run.position.stagedRows = await countStage(client, run.id);
    await saveRun(client, run);
    return undefined;
  });
  if (reason !== undefined) await stop(context, reason);
}

async function stop(context: RunContext, reason: string): Promise<never> {
  const { client, run } = context;
  const file = await writeRejections(context);
  await dropStage(client, run.id);
  await saveRun(client, { ...run, state: 'stopped', reason });
  context.progress.end();
  const where = file ? ` File, line and reason of each rejected row are in ${file}.` : '';
  throw new OperatorError(
    `Run ${run.id} stopped before it changed anything: ${reason}${where} To go on all the same, add --force.`,
  );
}
