import { type Command, InvalidArgumentError } from 'commander';
import { formatNumber } from '../format-number.ts';
import { type ImportDeps, type ImportOptions, type ImportResult, importRecords } from '../ingest/import-records.ts';
import type { RunCounts } from '../ledger/runs.ts';
import { replaySuppressions, suppressRefusedWith } from '../privacy/suppress.ts';
import { type Context, type LedgerWork, withBatches } from './context.ts';

/** What becomes of a row that was read. */
export const outcomes = ['accepted', 'unchanged', 'rejected', 'skipped', 'suppressed', 'superseded'] as const;

/** The counts as a sum that can be checked by hand. */
export function describeCounts(counts: RunCounts): string {
  const sum = outcomes.map((name) => `${formatNumber(counts[name])} ${name}`).join(' + ');
  const gone =
    counts.gone > 0
      ? ` Besides, ${formatNumber(counts.gone)} statements that the whole file no longer holds were removed.`
      : '';
  return `${formatNumber(counts.read)} read = ${sum}.${gone}`;
}

/** The reason that most values were left out for, and how to see the others. */
function describeNotes({ runId, reasons }: ImportResult): string[] {
  const [most, ...others] = Object.entries(reasons.noted).sort(([, a], [, b]) => b - a);
  if (!most) return [];
  const more = others.length > 0 ? `, and ${others.length} other reasons` : '';
  return [
    `Values left out of rows: ${most[0]} (${formatNumber(most[1])} rows)${more}. \`orgdex runs show ${runId}\` tells.`,
  ];
}

function describe(result: ImportResult): string {
  const { runId, counts, resumed, rejectionsFile, took } = result;
  const rate = Math.round((1000 * counts.read) / Math.max(1, took.staging + took.applying));
  return [
    `Run ${runId}${resumed ? ', which an earlier call had begun,' : ''} is done: ${describeCounts(counts)}`,
    `Reading took ${(took.staging / 1000).toFixed(1)} s, taking in ${(took.applying / 1000).toFixed(1)} s: ${formatNumber(rate)} rows/s.`,
    ...describeNotes(result),
    ...(rejectionsFile ? [`Rejected rows, with file, line and reason: ${rejectionsFile}`] : []),
    ...(counts.accepted + counts.gone > 0
      ? ['Published by the next `orgdex publish`, or by a running `orgdex serve`.']
      : ['There is nothing to publish.']),
  ].join('\n');
}

/** What an import works with. Opt-outs that the ledger lacks are replayed first: nobody may come in behind one. */
export async function prepareImport({ config, pool, secret, progress }: LedgerWork): Promise<ImportDeps> {
  const privacy = { pool, secret, home: config.ORGDEX_HOME };
  await replaySuppressions(privacy);
  return { ...privacy, progress, suppressRefused: suppressRefusedWith(privacy) };
}

type Expected = NonNullable<ImportOptions['expected']>;

function parseExpected(text: string): Expected {
  const [, min, max] = /^([0-9]{1,12})-([0-9]{1,12})$/.exec(text) ?? [];
  if (!min || !max || Number(min) > Number(max)) throw new InvalidArgumentError('Two whole numbers, as in 1000-5000.');
  return { min: Number(min), max: Number(max) };
}

/** What every import may be told. */
export interface RunOptions {
  expect?: Expected;
  force?: boolean;
  json?: boolean;
}

export const addRunOptions = (command: Command, normal?: Expected): Command =>
  command
    .option(
      '--expect <min-max>',
      `how many rows are normal${normal ? ` (default: ${normal.min}-${normal.max})` : ''}`,
      parseExpected,
    )
    .option('--force', 'go on although the number of rows, or of those rejected or missing, is not normal')
    .option('--json', 'progress and result as JSON');

/** Runs an import and says what became of it. */
export async function runImport(
  context: Context,
  { expect, force = false, json = false }: RunOptions,
  input: Omit<ImportOptions, 'batchSize' | 'force'>,
): Promise<void> {
  await withBatches(context, json, async (work) => {
    const result = await importRecords(await prepareImport(work), {
      ...input,
      ...(expect ? { expected: expect } : {}),
      force,
      batchSize: work.config.ORGDEX_BATCH_ROWS,
    });
    if (json) context.print(JSON.stringify({ event: 'done', ...result }));
    else context.note(describe(result));
  });
}
