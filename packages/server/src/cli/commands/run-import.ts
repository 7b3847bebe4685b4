import { type Command, InvalidArgumentError, Option } from 'commander';
import { counted, formatNumber } from '../../core/output/numbers.ts';
import { wayNames } from '../../knowledge/sources/tables/describe-links.ts';
import { type ImportResult, importRecords } from '../../pipeline/imports/import-records.ts';
import {
  type ImportDeps,
  type ImportOptions,
  type SafetyCheck,
  safetyChecks,
} from '../../pipeline/imports/run-context.ts';
import { outcomes } from '../../pipeline/imports/run-report.ts';
import { suppressRefusedWith } from '../../pipeline/privacy/extend-opt-outs.ts';
import { replaySuppressions } from '../../pipeline/privacy/replay.ts';
import type { RunCounts } from '../../stores/postgres/imports/runs.ts';
import { type Context, type DatabaseWork, withBatches } from '../context.ts';
import { parsePerCore } from '../options/parse.ts';

/** The counts as a sum that an operator can check. */
export function describeCounts(counts: RunCounts): string {
  const sum = outcomes.map((name) => `${formatNumber(counts[name])} ${name}`).join(' + ');
  const gone =
    counts.gone > 0 ? ` Removed ${counted(counts.gone, 'record')} that the full file no longer contains.` : '';
  return `${formatNumber(counts.read)} read = ${sum}.${gone}`;
}

/** The most frequent reason for values that were left out, and how to see the others. */
function describeNotes({ runId, reasons }: ImportResult): string[] {
  const [most, ...others] = Object.entries(reasons.noted).sort(([, a], [, b]) => b - a);
  if (!most) return [];
  const more = others.length > 0 ? `, and ${counted(others.length, 'more reason')}` : '';
  return [`Values left out: ${most[0]} (${counted(most[1], 'row')})${more}. Details: orgdex runs show ${runId}`];
}

/** How people whose rows do not identify their company were linked. */
function describeLinks({ links }: ImportResult): string[] {
  if (Object.keys(links).length === 0) return [];
  const ways = Object.entries(wayNames).map(([way, name]) => `${formatNumber(links[way] ?? 0)} ${name}`);
  return [`People whose rows do not identify their company: ${ways.join(', ')}.`];
}

function describe(result: ImportResult): string {
  const { runId, counts, resumed, rejectionsFile, took } = result;
  const rate = Math.round((1000 * counts.read) / Math.max(1, took.staging + took.applying));
  return [
    `Run ${runId} finished${resumed ? ', resumed where it was interrupted' : ''}: ${describeCounts(counts)}`,
    `Read in ${(took.staging / 1000).toFixed(1)} s, applied in ${(took.applying / 1000).toFixed(1)} s (${formatNumber(rate)} rows/s).`,
    ...describeLinks(result),
    ...describeNotes(result),
    ...(rejectionsFile ? [`Rejected rows with file, line and reason: ${rejectionsFile}`] : []),
    ...(counts.accepted + counts.gone > 0
      ? ['Next: orgdex publish. A running server does this automatically.']
      : ['Nothing changed, so there is nothing to publish.']),
  ].join('\n');
}

/** The dependencies of an import. Replays missing opt-outs first, so that no one who opted out is imported. */
export async function prepareImport({ config, pool, secret, progress }: DatabaseWork): Promise<ImportDeps> {
  const privacy = { pool, secret, home: config.ORGDEX_HOME };
  await replaySuppressions(privacy);
  return { ...privacy, progress, suppressRefused: suppressRefusedWith(privacy) };
}

type Expected = NonNullable<ImportOptions['expected']>;

function parseExpected(text: string): Expected {
  const [, min, max] = /^([0-9]{1,12})-([0-9]{1,12})$/.exec(text) ?? [];
  if (!min || !max || Number(min) > Number(max))
    throw new InvalidArgumentError('Use two whole numbers, for example 1000-5000.');
  return { min: Number(min), max: Number(max) };
}

/** Options of every import. */
export interface RunOptions {
  expect?: Expected;
  allow?: SafetyCheck[];
  lanes?: number;
  json?: boolean;
}

/** Repeatable. Each option names one check, so that no other check is overridden by accident. */
const allowOption = () =>
  new Option(
    '--allow <check>',
    [
      'Continue even if this safety check fails, repeatable: rows (unexpected number of rows), rejected (too',
      'many rejected rows), shrink (too many records removed), unfinished (abandon an interrupted run)',
    ].join(' '),
  ).argParser((text: string, others: SafetyCheck[] | undefined) => {
    const check = safetyChecks.find((name) => name === text);
    if (!check) throw new InvalidArgumentError(`Use one of: ${safetyChecks.join(', ')}.`);
    return [...(others ?? []), check];
  });

export const addRunOptions = (command: Command, normal?: Expected): Command =>
  command
    .option(
      '--expect <min-max>',
      `Expected number of rows${normal ? ` (default: ${normal.min}-${normal.max})` : ''}`,
      parseExpected,
    )
    .addOption(allowOption())
    .option('--lanes <count>', 'Threads that convert the rows of large files; auto is one per core', parsePerCore, 1)
    .option('--json', 'Print progress and result as JSON');

/** Runs an import and prints its result. */
export async function runImport(
  context: Context,
  { expect, allow = [], lanes = 1, json = false }: RunOptions,
  input: Omit<ImportOptions, 'batchSize' | 'allow' | 'lanes'>,
): Promise<void> {
  await withBatches(context, json, async (work) => {
    const result = await importRecords(await prepareImport(work), {
      ...input,
      ...(expect ? { expected: expect } : {}),
      allow,
      lanes,
      batchSize: work.config.ORGDEX_BATCH_ROWS,
    });
    if (json) context.print(JSON.stringify({ event: 'done', ...result }));
    else context.note(describe(result));
  });
}
