import { formatNumber, formatShare } from '../../core/output/numbers.ts';
import { describeWays } from '../../knowledge/sources/tables/describe-links.ts';
import { wideRecords } from '../../pipeline/identity/widest-identifier.ts';
import {
  nextOf,
  outcomes,
  pendingRows,
  shares,
  sortedReasons,
  stateOf,
  tookMs,
} from '../../pipeline/imports/run-report.ts';
import type { ListedRun } from '../../stores/postgres/imports/run-list.ts';
import { type CheckResult, isPassed } from '../../stores/postgres/imports/runs.ts';
import { describeCounts } from '../commands/run-import.ts';
import { formatDuration, formatMoment } from './format-time.ts';
import { fit, formatTable } from './table.ts';

/** How many reasons of each kind are shown. */
const topReasons = 20;

function describeCheck([name, check]: [string, CheckResult]) {
  const share = shares[name];
  const format = share ? formatShare : formatNumber;
  return {
    name,
    measured: `${format(check.measured)} ${share ?? 'rows'}`,
    limit: check.min === undefined ? `at most ${format(check.max)}` : `${format(check.min)} to ${format(check.max)}`,
    verdict: isPassed(check) ? 'passed' : check.overridden ? `failed, --allow ${name}` : 'failed',
  };
}

const indent = (text: string) => text.replace(/^/gm, '  ');

function describeChecks(checks: ListedRun['checks']): string[] {
  const rows = Object.entries(checks).map(describeCheck);
  if (rows.length === 0) return [];
  const columns = (['name', 'measured', 'limit', 'verdict'] as const).map((name) => ({
    title: name === 'name' ? 'check' : name === 'verdict' ? 'result' : name,
    cell: (row: (typeof rows)[number]) => row[name],
  }));
  return ['Safety checks', indent(formatTable(columns, rows))];
}

function describeReasons(title: string, reasons: Record<string, number> = {}): string[] {
  const sorted = sortedReasons(reasons);
  if (sorted.length === 0) return [];
  const shown = sorted.slice(0, topReasons).map(([reason, rows]) => ({ reason, rows: formatNumber(rows) }));
  const width = Math.max(...shown.map(({ rows }) => rows.length));
  const more = sorted.length - shown.length;
  return [
    title,
    ...shown.map(({ reason, rows }) => `  ${rows.padStart(width)}  ${fit(reason, 110)}`),
    ...(more > 0 ? [`  and ${formatNumber(more)} more reasons`] : []),
  ];
}

/** The sum of a finished run. For other runs, what is known so far: the remaining rows have no outcome yet. */
function describeRows({ state, counts }: ListedRun): string[] {
  if (state === 'done') return describeCounts(counts).split(/(?<=\.) /);
  const known = outcomes.filter((name) => counts[name] > 0).map((name) => `${formatNumber(counts[name])} ${name}`);
  const rest = pendingRows(counts);
  const gone = `${formatNumber(counts.gone)} records are not in the full file.`;
  return [
    `${formatNumber(counts.read)} read = ${[...known, ...(rest > 0 ? [`${formatNumber(rest)} not applied`] : [])].join(' + ') || '0'}.`,
    ...(counts.gone > 0 ? [gone] : []),
  ];
}

function describeFiles({ files, input }: ListedRun): string[] {
  if (files.length === 0) return [`  input       ${fit(input, 105)}`];
  return files.flatMap(({ name, bytes, sha256 }) => [
    `  file        ${fit(name, 80)}, ${formatNumber(bytes)} bytes`,
    `              sha256 ${sha256}`,
  ]);
}

function describeTimes(run: ListedRun): string[] {
  const took = tookMs(run);
  const rate = took ? formatNumber(Math.round((1000 * run.counts.read) / took)) : undefined;
  return [
    `  started     ${formatMoment(run.startedAt)} UTC by ${fit(run.startedBy ?? 'an unknown user', 60)}`,
    `  ended       ${run.endedAt ? `${formatMoment(run.endedAt)} UTC` : run.interrupted ? 'unknown' : 'not yet'}`,
    ...(took === undefined ? [] : [`  took        ${formatDuration(took)}${rate ? `, ${rate} rows/s` : ''}`]),
  ];
}

/** How people whose rows do not identify their company were linked. */
const describeLinks = ({ links }: ListedRun): string[] =>
  Object.keys(links).length === 0 ? [] : ['Company of people without a company key', ...describeWays(links)];

/** All records that claim an identifier are resolved together, so a very wide one makes imports slow. */
const describeWidest = ({ widest }: ListedRun): string[] =>
  (widest?.records ?? 0) < wideRecords
    ? []
    : [
        'Identifier that many records share',
        `  ${formatNumber(widest?.records ?? 0)} records claim ${fit(widest?.identifier ?? '', 60)}. Every change of one of them resolves all of`,
        '  them again. If it is a shared host or a placeholder, leave it out of the source.',
      ];

/** All facts about one run, for a terminal. */
export function describeRun(run: ListedRun, rejectionsFile: string | undefined): string {
  const next = nextOf(run);
  return [
    `Run ${run.id}: ${stateOf(run)}`,
    `  source      ${run.source} (${run.class})`,
    ...describeFiles(run),
    `  kind        ${run.whole ? 'full: removes records that the files do not contain' : 'delta: changes only records that the files contain'}`,
    ...describeTimes(run),
    ...(run.reason ? [`  reason      ${fit(run.reason, 300)}`] : []),
    'Rows',
    ...describeRows(run).map((line) => `  ${line}`),
    ...describeLinks(run),
    ...describeReasons('Skipped, by reason', run.reasons.skipped),
    ...describeReasons('Rejected, by reason', run.reasons.rejected),
    ...describeReasons('Values left out, by reason', run.reasons.noted),
    ...(rejectionsFile ? [`  Rejected rows with file, line and reason: ${rejectionsFile}`] : []),
    ...describeChecks(run.checks),
    ...describeWidest(run),
    ...(next ? ['Next', `  ${next}`] : []),
  ].join('\n');
}
