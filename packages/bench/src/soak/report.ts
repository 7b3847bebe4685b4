import { tableOf, whole } from '../report/page.ts';
import { median, slopeOf } from '../report/statistics.ts';
import type { SoakResult } from './run.ts';

/** The first part, in which caches fill, the compiler optimizes and the first rebuild happens, is not judged. */
const warmUpShare = 0.4;

type Judge = (result: SoakResult, read: (sample: SoakResult['samples'][number]) => number) => number;

interface Judged {
  readonly title: string;
  /** How its growth is found. */
  readonly judge: Judge;
  /** The most that it may grow. */
  readonly mostGrowth: number;
}

const minutesOf = ({ rounds, roundSeconds }: SoakResult): number => (rounds * roundSeconds) / 60;

/** Growth per hour after the warm-up: the slope of the best line, as a share of the median. */
const byHour: Judge = (result, read) => {
  const after = result.samples.filter(({ minutes }) => minutes >= minutesOf(result) * warmUpShare);
  return slopeOf(after.map((sample) => [sample.minutes / 60, read(sample)])) / median(after.map(read));
};

/** The samples of each third of the run. The second and the last begin with a rebuild. */
function thirdsOf(result: SoakResult): SoakResult['samples'][] {
  const thirdOf = ({ minutes }: { minutes: number }) => Math.min(2, Math.floor((3 * minutes) / minutesOf(result)));
  return [0, 1, 2].map((third) => result.samples.filter((sample) => thirdOf(sample) === third));
}

/** For what varies, or is written and cleaned up in turn: the last third against the one before. */
const byThird =
  (typical: (values: readonly number[]) => number): Judge =>
  (result, read) => {
    const [, second = [], last = []] = thirdsOf(result);
    return typical(last.map(read)) / typical(second.map(read)) - 1;
  };

const betweenMedians = byThird(median);
const betweenPeaks = byThird((values) => Math.max(...values));

const measures = {
  memoryMb: { title: 'memory of the server, MB', judge: byHour, mostGrowth: 0.01 },
  heapMb: { title: 'old generation of the heap, MB', judge: betweenMedians, mostGrowth: 0.05 },
  files: { title: 'open files and connections', judge: betweenMedians, mostGrowth: 0.05 },
  databaseMb: { title: 'database without usage, MB', judge: betweenMedians, mostGrowth: 0.05 },
  indexMb: { title: 'indices, MB', judge: betweenMedians, mostGrowth: 0.05 },
  homeMb: { title: 'home folder, MB', judge: betweenPeaks, mostGrowth: 0.05 },
  p50Ms: { title: 'p50 of a sample, ms', judge: betweenMedians, mostGrowth: 0.1 },
  p99Ms: { title: 'p99 of a sample, ms', judge: betweenMedians, mostGrowth: 0.2 },
} as const satisfies Record<string, Judged>;

type Measure = keyof typeof measures;
const measureNames = Object.keys(measures) as Measure[];
const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
const periods = new Map<Judge, string>([
  [byHour, 'per hour'],
  [betweenMedians, 'from the second third to the last'],
  [betweenPeaks, 'from the second third to the last, at its peak'],
]);
const periodOf = (measure: Measure): string => periods.get(measures[measure].judge) ?? '';

/** By which share a measure grew. */
export const growthOf = (result: SoakResult, measure: Measure): number =>
  measures[measure].judge(result, (sample) => sample[measure]);

/** What must not be. */
export function problemsOf(result: SoakResult): string[] {
  return [
    ...measureNames
      .filter((name) => growthOf(result, name) > measures[name].mostGrowth)
      .map((name) => `It grew by ${percent(growthOf(result, name))} ${periodOf(name)}: ${measures[name].title}.`),
    ...(result.failures.length > 0 ? [`${result.failures.length} requests failed.`] : []),
    ...(result.forbidden > 0 ? [`${result.forbidden} responses contained a person who had opted out.`] : []),
  ];
}

export function soakPage(result: SoakResult): string {
  const { changes } = result;
  const lineOf = (measure: Measure): string[] => [
    measures[measure].title,
    ...thirdsOf(result).map((third) => median(third.map((sample) => sample[measure])).toFixed(1)),
    `${percent(growthOf(result, measure))} ${periodOf(measure)}`,
    percent(measures[measure].mostGrowth),
  ];
  const n = whole.format;
  return [
    `${n((result.rounds * result.roundSeconds) / 60)} minutes, ${n(result.companies)} companies, ${n(result.perSecond)} requests per second, ` +
      `a sample every ${result.sampleSeconds} s.`,
    `During the run: ${changes.imports} imports, ${changes.rebuilds} rebuilds, ${changes.keys} replaced keys, ` +
      `${changes.optOuts} opt-outs.`,
    `**${n(result.failures.length)} of ${n(result.requests)} requests failed. ` +
      `${n(result.forbidden)} responses contained a person who had opted out.**`,
    [
      `Medians of the thirds of the run, of which the second and the last begin with a rebuild. Growth per hour is the slope of the best`,
      `line after the first ${100 * warmUpShare} % of the run, as a share of the median. The others vary from sample to sample, or are written`,
      'and cleaned up in turn: the spool in files of 8 MB, indices by merges and rebuilds. So their last third is compared with the one',
      'before.',
    ].join('\n'),
    tableOf(['measure', 'first third', 'second third', 'last third', 'growth', 'allowed'], measureNames.map(lineOf)),
  ].join('\n\n');
}
