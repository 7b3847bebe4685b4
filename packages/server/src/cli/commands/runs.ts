import { Command } from 'commander';
import { OperatorError } from '../../core/errors/failure.ts';
import { formatNumber } from '../../core/output/numbers.ts';
import { stateOf, tookMs } from '../../pipeline/imports/run-report.ts';
import { findRejections } from '../../pipeline/imports/stage/rejections.ts';
import { type ListedRun, listRuns, readRun } from '../../stores/postgres/imports/run-list.ts';
import type { RunCounts } from '../../stores/postgres/imports/runs.ts';
import type { Context } from '../context.ts';
import { parsePositive } from '../options/parse.ts';
import { describeRun } from '../output/describe-run.ts';
import { formatDuration, formatShortMoment } from '../output/format-time.ts';
import { formatJsonList, jsonOption } from '../output/json.ts';
import { type Column, fit, formatTable } from '../output/table.ts';

const count = (name: keyof RunCounts): Column<ListedRun> => ({
  title: name,
  right: true,
  cell: ({ counts }) => formatNumber(counts[name]),
});

function durationOf(run: ListedRun): string {
  const took = tookMs(run);
  return took === undefined ? '' : formatDuration(took);
}

const facts: readonly Column<ListedRun>[] = [
  { title: 'run', right: true, cell: ({ id }) => String(id) },
  { title: 'source', cell: ({ source }) => fit(source, 20) },
  { title: 'state', cell: stateOf },
  { title: 'started', cell: ({ startedAt }) => formatShortMoment(startedAt) },
  { title: 'took', right: true, cell: durationOf },
  { title: 'by', cell: ({ startedBy }) => fit(startedBy?.split('@')[0] ?? '', 10) },
];
const always = ['read', 'accepted'] as const;
const sometimes = ['unchanged', 'rejected', 'skipped', 'suppressed', 'superseded', 'gone'] as const;

/** A count that is 0 in every run gets no column, to keep the table narrow. */
const columnsFor = (runs: readonly ListedRun[]): Column<ListedRun>[] => [
  ...facts,
  ...[...always, ...sometimes.filter((name) => runs.some(({ counts }) => counts[name] > 0))].map(count),
];

/** A run as `--json` prints it. */
export const toRunJson = ({
  whole,
  overridesChecks,
  interrupted,
  startedBy,
  startedAt,
  endedAt,
  widest,
  position: _,
  ...run
}: ListedRun) => ({
  ...run,
  widest_identifier: widest,
  interrupted,
  full: whole,
  forced: overridesChecks,
  started_by: startedBy,
  started_at: startedAt,
  ended_at: endedAt,
});

interface ListOptions {
  source?: string;
  limit: number;
  json?: boolean;
}

function listCommand(context: Context): Command {
  return new Command('list')
    .description('List the latest runs, newest first, with times in UTC (the default of `orgdex runs`)')
    .option('--source <name>', 'Only runs of this source')
    .option('--limit <n>', 'Number of runs to list', parsePositive, 20)
    .option(...jsonOption)
    .action(({ source, limit, json = false }: ListOptions) =>
      context.withDatabase(async (pool) => {
        const runs = await listRuns(pool, { ...(source && { source }), limit });
        if (json) context.print(formatJsonList(runs.map(toRunJson)));
        else if (runs.length > 0) context.print(formatTable(columnsFor(runs), runs));
        else context.note(source ? `No runs of the source ${source}. \`orgdex runs\` lists all runs.` : 'No runs yet.');
      }),
    );
}

function showCommand(context: Context): Command {
  return new Command('show')
    .description('Show one run: its files, counts, reasons and safety checks, and what to do next')
    .argument('<id>', 'Run number, as listed by `orgdex runs`', parsePositive)
    .option(...jsonOption)
    .action((id: number, { json = false }: { json?: boolean }) =>
      context.withDatabase(async (pool) => {
        const run = await readRun(pool, id);
        if (!run) throw new OperatorError(`Run ${id} does not exist. \`orgdex runs\` lists the runs.`);
        const rejectionsFile = findRejections(context.config().ORGDEX_HOME, id);
        context.print(
          json
            ? JSON.stringify({ ...toRunJson(run), rejections_file: rejectionsFile ?? null })
            : describeRun(run, rejectionsFile),
        );
      }),
    );
}

export const runsCommand = (context: Context): Command =>
  new Command('runs')
    .description('List and inspect imports')
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(showCommand(context));
