import { colours } from '../../../server/src/output/svg.ts';
import { drawBars } from '../report/bar-chart.ts';
import { ms, tableOf, whole } from '../report/page.ts';
import { median, spreadOf } from '../report/statistics.ts';
import { goalOf, largeGoal } from './goals.ts';
import type { Seen } from './rounds.ts';
import type { CaseResult } from './speed.ts';
import { type Way, ways } from './targets.ts';

/** In words that need no explanation. */
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

const trafficWords = { different: 'each another', zipf: 'Zipf' } as const;

export const middleOf = ({ rounds }: CaseResult, way: Way, of: (seen: Seen) => number): number =>
  median(rounds.map((round) => of(round[way])));

/** To the bare engine, within each round. */
export const ratiosOf = ({ rounds }: CaseResult, way: Way): number[] =>
  rounds.map((round) => round[way].perSecond / round.bare.perSecond);

/** More than once round, a cache may have known some of them. */
function companiesCell({ traffic, laps, companies }: CaseResult): string {
  const again = traffic === 'different' && laps > 1 ? `, ${laps.toFixed(0)} times round` : '';
  return `${trafficWords[traffic]} of ${whole.format(companies)}${again}`;
}

function ratioCell(result: CaseResult, way: 'off' | 'on'): string {
  const { low, middle, high } = spreadOf(ratiosOf(result, way));
  const goal = goalOf(result)?.[way];
  const shown = `${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  if (goal === undefined) return shown;
  return middle >= goal ? `**${shown}** ≥ ${goal}` : `${shown}, goal ${goal} **missed**`;
}

const each = (show: (way: Way) => string, of: readonly Way[] = ways) => of.map(show).join(' / ');

const throughputLine = (result: CaseResult): string[] => [
  titleOf(result.name),
  companiesCell(result),
  String(result.connections),
  ratioCell(result, 'off'),
  ratioCell(result, 'on'),
  each((way) => whole.format(middleOf(result, way, (seen) => seen.perSecond))),
  each((way) => whole.format(middleOf(result, way, (seen) => seen.serviceCpuUs)), ['off', 'on']),
  each((way) => whole.format(middleOf(result, way, (seen) => seen.engineCpuUs))),
  each((way) => ms(middleOf(result, way, (seen) => seen.p50Ms))),
  each((way) => ms(middleOf(result, way, (seen) => seen.p99Ms))),
];

const throughputHead = [
  ...['question', 'companies', 'connections', 'off ÷ bare', 'on ÷ bare', 'requests/s: bare / off / on'],
  ...['CPU of the service, µs: off / on', 'CPU of the engine, µs: bare / off / on', 'p50 ms', 'p99 ms'],
];

const latencyLine = (result: CaseResult): string[] => {
  const { latency } = result as Required<CaseResult>;
  const cell = (of: 'p50Ms' | 'p90Ms' | 'p99Ms') => each((way) => ms(latency[way][of]));
  return [titleOf(result.name), trafficWords[result.traffic], cell('p50Ms'), cell('p90Ms'), cell('p99Ms')];
};

/** What people of a very large company wait for beside those of an ordinary one; each filter by itself. */
function largeBesideOrdinary(open: readonly CaseResult[]): string[] {
  const p99Of = (name: string, way: Way) => open.find((result) => result.name === name)?.latency?.[way].p99Ms;
  return ['all', 'position', 'class'].flatMap((filter) => {
    const [large, ordinary] = [`people-${filter}-50000`, `people-${filter}-1-200`];
    const ratios = (['off', 'on'] as const).map((way) => (p99Of(large, way) ?? 0) / (p99Of(ordinary, way) ?? 0));
    if (!ratios.every((ratio) => ratio > 0 && ratio < Number.POSITIVE_INFINITY)) return [];
    const shown = ratios.map((ratio) => ratio.toFixed(2)).join(' off, ');
    return [`${titleOf(large)}: its p99 is that of 1–200 people × ${shown} on (goal: ${largeGoal} at most).`];
  });
}

/** The two tables: as fast as it goes, and at a rate that all can bear. */
export function toTables(results: readonly CaseResult[], perSecond: number): string {
  const open = results.filter(({ latency }) => latency);
  const throughput = tableOf(throughputHead, results.map(throughputLine));
  if (open.length === 0) return throughput;
  const head = ['question', 'companies', 'p50 ms: bare / off / on', 'p90 ms', 'p99 ms'];
  const latencies = [tableOf(head, open.map(latencyLine)), ...largeBesideOrdinary(open)].join('\n\n');
  return `${throughput}\n\n### At ${perSecond} requests per second\n\n${latencies}`;
}

/** The ratios on so many connections, beside their goals. */
export function toChart(results: readonly CaseResult[], connections: number): string {
  const shown = results.filter((result) => result.connections === connections);
  return drawBars({
    title: `Requests per second, to the bare engine, ${connections} connections`,
    axis: 'ratio to the bare engine in the same round (median)',
    series: [
      [colours[0], 'keys, limits and metering off'],
      [colours[1], 'all on'],
    ],
    base: { value: 1, words: 'bare engine' },
    rows: shown.map((result) => ({
      label: `${titleOf(result.name)}, ${trafficWords[result.traffic]}`,
      bars: (['off', 'on'] as const).map((way) => ({
        value: median(ratiosOf(result, way)),
        goal: goalOf(result)?.[way],
      })),
    })),
  });
}

/** A result as whoever waits for it reads it. */
export function describeResult(result: CaseResult): string {
  const spread = (['off', 'on'] as const).map((way) => {
    const { low, middle, high } = spreadOf(ratiosOf(result, way));
    return `${way} ÷ bare ${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  });
  const lines = ways.map((way) => {
    const figure = (of: (seen: Seen) => number) => middleOf(result, way, of);
    const cpu = `${whole.format(figure((s) => s.serviceCpuUs))} + ${whole.format(figure((s) => s.engineCpuUs))}`;
    return `  ${way.padEnd(4)} ${whole.format(figure((s) => s.perSecond))}/s, CPU ${cpu} µs, p50 ${ms(figure((s) => s.p50Ms))} p99 ${ms(figure((s) => s.p99Ms))} ms`;
  });
  return `${result.name} ${result.traffic} ${result.connections}: ${spread.join(', ')}\n${lines.join('\n')}`;
}
