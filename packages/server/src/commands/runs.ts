import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { OperatorError } from '../failure.ts';
import { formatNumber } from '../format-number.ts';
import { type ListedRun, listRuns, readRun } from '../ledger/run-list.ts';
import type { RunCounts } from '../ledger/runs.ts';
import type { Context } from './context.ts';
import { describeRun, stateOf, tookMs } from './describe-run.ts';
import { formatDuration, formatShortMoment } from './format-time.ts';
import { parsePositive } from './parse-count.ts';
import { type Column, fit, formatTable } from './table.ts';

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

/** A count that is 0 in every run gets no column: the others keep their room. */
const columnsFor = (runs: readonly ListedRun[]): Column<ListedRun>[] => [
  ...facts,
  ...[...always, ...sometimes.filter((name) => runs.some(({ counts }) => counts[name] > 0))].map(count),
];

interface ListOptions {
  source?: string;
  limit: number;
  json?: boolean;
}

function listCommand(context: Context): Command {
  return new Command('list')
    .description('the last runs, newest first, times in UTC; `orgdex runs` alone does the same')
    .option('--source <name>', 'only runs of this source')
    .option('--limit <n>', 'how many', parsePositive, 20)
    .option('--json', 'as JSON')
    .action(({ source, limit, json = false }: ListOptions) =>
      context.withLedger(async (pool) => {
        const runs = await listRuns(pool, { ...(source && { source }), limit });
        if (json) context.print(JSON.stringify(runs));
        else if (runs.length > 0) context.print(formatTable(columnsFor(runs), runs));
        else context.note(source ? `There is no run of ${source}: \`orgdex runs\` shows all.` : 'There is no run yet.');
      }),
    );
}

/** Where `orgdex import` wrote what it rejected, if it is still there. */
function findRejections(home: string, id: number): string | undefined {
  const path = join(home, 'rejected', `run-${id}.ndjson`);
  return existsSync(path) ? path : undefined;
}

function showCommand(context: Context): Command {
  return new Command('show')
    .description('everything about one run: files, counts, reasons, gates, and what to do next')
    .argument('<id>', 'as `orgdex runs` shows it', parsePositive)
    .option('--json', 'as JSON')
    .action((id: number, { json = false }: { json?: boolean }) =>
      context.withLedger(async (pool) => {
        const run = await readRun(pool, id);
        if (!run) throw new OperatorError(`There is no run ${id}: \`orgdex runs\` lists them.`);
        const rejectionsFile = findRejections(context.config().ORGDEX_HOME, id);
        context.print(json ? JSON.stringify({ ...run, rejectionsFile }) : describeRun(run, rejectionsFile));
      }),
    );
}

export const runsCommand = (context: Context): Command =>
  new Command('runs')
    .description('what every import did')
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(showCommand(context));
