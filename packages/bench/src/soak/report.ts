import { tableOf, whole } from '../report/page.ts';
import { median, slopeOf } from '../report/statistics.ts';
import type { SoakResult } from './run.ts';

/** The first part, in which caches fill and the compiler optimizes, is not judged. */
const warmUpShare = 0.25;

/** What is measured, and the most that it may grow, as a share of its median per hour. */
const measures = {
  memoryMb: { title: 'memory of the server, MB', mostGrowth: 0.01 },
  files: { title: 'open files and connections', mostGrowth: 0.01 },
  ledgerMb: { title: 'ledger without usage, MB', mostGrowth: 0.05 },
  indexMb: { title: 'indices, MB', mostGrowth: 0.05 },
  homeMb: { title: 'home folder, MB', mostGrowth: 0.05 },
  p50Ms: { title: 'p50 of a sample, ms', mostGrowth: 0.1 },
  p99Ms: { title: 'p99 of a sample, ms', mostGrowth: 0.2 },
} as const;

type Measure = keyof typeof measures;
const measureNames = Object.keys(measures) as Measure[];
const percent = (share: number) => `${(100 * share).toFixed(2)} %`;

/** The samples after the warm-up. */
const judged = ({ samples, rounds, roundSeconds }: SoakResult) =>
  samples.filter(({ minutes }) => minutes >= ((rounds * roundSeconds) / 60) * warmUpShare);

/** Growth per hour, as a share of the median. */
export function growthOf(result: SoakResult, measure: Measure): number {
  const points = judged(result).map((sample) => [sample.minutes / 60, sample[measure]] as const);
  return slopeOf(points) / median(points.map(([, value]) => value));
}

/** What must not be. */
export function problemsOf(result: SoakResult): string[] {
  return [
    ...measureNames
      .filter((name) => growthOf(result, name) > measures[name].mostGrowth)
      .map((name) => `It grew by ${percent(growthOf(result, name))} per hour: ${measures[name].title}.`),
    ...(result.failures.length > 0 ? [`${result.failures.length} requests failed.`] : []),
    ...(result.forbidden > 0 ? [`${result.forbidden} responses contained a person who had opted out.`] : []),
  ];
}

export function soakPage(result: SoakResult): string {
  const samples = judged(result);
  const { changes } = result;
  const part = (from: number, to: number) => samples.slice(from * samples.length, to * samples.length);
  const lineOf = (measure: Measure): string[] => [
    measures[measure].title,
    ...[part(0, 1 / 3), part(1 / 3, 2 / 3), part(2 / 3, 1)].map((third) =>
      median(third.map((sample) => sample[measure])).toFixed(1),
    ),
    percent(growthOf(result, measure)),
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
    `Medians of the three thirds after the warm-up (the first ${100 * warmUpShare} %), and growth per hour (slope of the best line, as a share of the median):`,
    tableOf(
      ['measure', 'first third', 'second third', 'last third', 'growth per hour', 'allowed'],
      measureNames.map(lineOf),
    ),
  ].join('\n\n');
}
