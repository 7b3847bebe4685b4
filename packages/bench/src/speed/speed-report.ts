import { colors } from '../../../server/src/core/output/svg.ts';
import { drawBars } from '../report/bar-chart.ts';
import { ms, tableOf, whole } from '../report/page.ts';
import { median, spreadOf } from '../report/statistics.ts';
import { goalOf, largeGoal } from './goals.ts';
import type { Sample } from './rounds.ts';
import type { CaseResult } from './speed.ts';
import { type Variant, variantNames, variants } from './targets.ts';

/** Titles of the cases in the tables. */
const wordsOf: Record<string, string> = {
  'lookup-id': 'lookup by id',
  'lookup-fqdn': 'lookup by fqdn',
  'lookup-abn': 'lookup by ABN',
  'people-all': 'people, no filter',
  'people-position': 'people by position',
  'people-class': 'people by seniority and department',
};

export function titleOf(name: string): string {
  const [kind, filter = '', ...size] = name.split('-');
  const people = size.length > 0 ? `, ${size.map((part) => whole.format(Number(part))).join('–')} people` : '';
  return `${wordsOf[`${kind}-${filter}`] ?? name}${people}`;
}

/** The case and, if there are several, the processes of the full service. */
const labelOf = ({ name, workers }: CaseResult): string =>
  workers === undefined ? titleOf(name) : `${titleOf(name)}, ${workers} workers`;

export const trafficNames = { unique: 'unique keys', zipf: 'Zipf keys' } as const;

export const medianOf = ({ rounds }: CaseResult, variant: Variant, of: (seen: Sample) => number): number =>
  median(rounds.map((round) => of(round[variant])));

/** The ratio to OpenSearch alone in each round. */
export const ratiosOf = ({ rounds }: CaseResult, variant: Variant): number[] =>
  rounds.map((round) => round[variant].perSecond / round.opensearchOnly.perSecond);

/** If the list was used more than once, some requests may have hit a cache. */
function companiesCell({ traffic, laps, companies }: CaseResult): string {
  const again = traffic === 'unique' && laps > 1 ? `, list used ${laps.toFixed(0)}×` : '';
  return `${trafficNames[traffic]}, ${whole.format(companies)} companies${again}`;
}

function ratioCell(result: CaseResult, variant: 'withoutAccess' | 'fullService'): string {
  const { low, middle, high } = spreadOf(ratiosOf(result, variant));
  const goal = goalOf(result)?.[variant];
  const shown = `${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  if (goal === undefined) return shown;
  return middle >= goal ? `**${shown}** ≥ ${goal}` : `${shown}, goal ${goal} **missed**`;
}

const each = (show: (variant: Variant) => string, of: readonly Variant[] = variants) => of.map(show).join(' / ');

const throughputLine = (result: CaseResult): string[] => [
  labelOf(result),
  companiesCell(result),
  String(result.connections),
  ratioCell(result, 'withoutAccess'),
  ratioCell(result, 'fullService'),
  each((variant) => whole.format(medianOf(result, variant, (seen) => seen.perSecond))),
  each(
    (variant) => whole.format(medianOf(result, variant, (seen) => seen.serviceCpuUs)),
    ['withoutAccess', 'fullService'],
  ),
  each((variant) => whole.format(medianOf(result, variant, (seen) => seen.opensearchCpuUs))),
  each((variant) => ms(medianOf(result, variant, (seen) => seen.p50Ms))),
  each((variant) => ms(medianOf(result, variant, (seen) => seen.p99Ms))),
];

const throughputHead = [
  ...['case', 'requests', 'connections', 'without access control ÷ OpenSearch only', 'full service ÷ OpenSearch only'],
  'requests/s: OpenSearch only / without access control / full service',
  ...['service CPU, µs: without access control / full service', 'OpenSearch CPU, µs: all three', 'p50 ms', 'p99 ms'],
];

const latencyLine = (result: CaseResult): string[] => {
  const { latency } = result as Required<CaseResult>;
  const cell = (of: 'p50Ms' | 'p90Ms' | 'p99Ms') => each((variant) => ms(latency[variant][of]));
  return [labelOf(result), trafficNames[result.traffic], cell('p50Ms'), cell('p90Ms'), cell('p99Ms')];
};

/** Compares the p99 of searches in very large and in ordinary companies, for each filter. */
function largeBesideOrdinary(open: readonly CaseResult[]): string[] {
  const p99Of = (name: string, variant: Variant) =>
    open.find((result) => result.name === name && result.workers === undefined)?.latency?.[variant].p99Ms;
  return ['all', 'position', 'class'].flatMap((filter) => {
    const [large, ordinary] = [`people-${filter}-50000`, `people-${filter}-1-200`];
    const ratios = (['withoutAccess', 'fullService'] as const).map(
      (variant) => (p99Of(large, variant) ?? 0) / (p99Of(ordinary, variant) ?? 0),
    );
    if (!ratios.every((ratio) => ratio > 0 && ratio < Number.POSITIVE_INFINITY)) return [];
    const [withoutAccess, fullService] = ratios.map((ratio) => ratio.toFixed(2));
    return [
      `${titleOf(large)}: p99 relative to 1–200 people: ${withoutAccess} without access control, ${fullService} full service (goal: at most ${largeGoal}).`,
    ];
  });
}

/** The two tables: maximum throughput, and latency at a constant rate. */
export function toTables(results: readonly CaseResult[], perSecond: number): string {
  const open = results.filter(({ latency }) => latency);
  const throughput = tableOf(throughputHead, results.map(throughputLine));
  if (open.length === 0) return throughput;
  const head = [
    ...['case', 'requests', 'p50 ms: OpenSearch only / without access control / full service', 'p90 ms', 'p99 ms'],
  ];
  const latencies = [tableOf(head, open.map(latencyLine)), ...largeBesideOrdinary(open)].join('\n\n');
  return `${throughput}\n\n### At ${perSecond} requests per second\n\n${latencies}`;
}

/** A chart of the ratios and their goals, for one number of connections. */
export function toChart(results: readonly CaseResult[], connections: number): string {
  const shown = results.filter((result) => result.connections === connections);
  return drawBars({
    title: `Requests per second relative to OpenSearch alone, ${connections} connections`,
    axis: 'ratio to OpenSearch alone in the same round (median)',
    series: [
      [colors[0], variantNames.withoutAccess],
      [colors[1], variantNames.fullService],
    ],
    base: { value: 1, words: 'OpenSearch only' },
    rows: shown.map((result) => ({
      label: `${labelOf(result)}, ${trafficNames[result.traffic]}`,
      bars: (['withoutAccess', 'fullService'] as const).map((variant) => ({
        value: median(ratiosOf(result, variant)),
        goal: goalOf(result)?.[variant],
      })),
    })),
  });
}

/** A result for the console. */
export function describeResult(result: CaseResult): string {
  const spread = (['withoutAccess', 'fullService'] as const).map((variant) => {
    const { low, middle, high } = spreadOf(ratiosOf(result, variant));
    return `${variantNames[variant]} ÷ OpenSearch only ${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  });
  const lines = variants.map((variant) => {
    const figure = (of: (seen: Sample) => number) => medianOf(result, variant, of);
    const cpu = `${whole.format(figure((s) => s.serviceCpuUs))} + ${whole.format(figure((s) => s.opensearchCpuUs))}`;
    return [
      `  ${variantNames[variant].padEnd(22)} ${whole.format(figure((s) => s.perSecond))}/s, CPU ${cpu} µs, p50`,
      `${ms(figure((s) => s.p50Ms))} p99 ${ms(figure((s) => s.p99Ms))} ms`,
    ].join(' ');
  });
  return `${result.name}, ${trafficNames[result.traffic]}, ${result.connections} connections: ${spread.join(', ')}\n${lines.join('\n')}`;
}
