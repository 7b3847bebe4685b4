import { median, slopeOf } from '../report/statistics.ts';

/** What the server and its stores use at one moment, and the latency since the last sample. */
export interface Sample {
  readonly minutes: number;
  /** Resident memory of the server's processes, and the old generation of their heaps. */
  readonly memoryMb: number;
  readonly heapMb: number;
  /** Open files and connections of the server's processes. */
  readonly files: number;
  /** The database without the rows that count responses, which grow with the requests. */
  readonly databaseMb: number;
  readonly indexMb: number;
  /** The home folder: spool, log, secret, suppression list. */
  readonly homeMb: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export type Measure = Exclude<keyof Sample, 'minutes'>;
type Growth = (samples: readonly Sample[], measure: Measure) => number;

/** The first part, in which caches fill, the compiler optimizes and the first rebuild happens, does not count. */
const warmUpShare = 0.4;

const lastMinute = (samples: readonly Sample[]): number => samples.at(-1)?.minutes ?? 0;

/** Growth per hour after the warm-up: the slope of the best line, as a share of the median. */
const perHour: Growth = (samples, measure) => {
  const after = samples.filter(({ minutes }) => minutes >= lastMinute(samples) * warmUpShare);
  return (
    slopeOf(after.map((sample) => [sample.minutes / 60, sample[measure]])) / median(after.map((one) => one[measure]))
  );
};

/** The samples of each third of the run. The second and the last begin with a rebuild. */
function thirdsOf(samples: readonly Sample[]): Sample[][] {
  const thirdOf = ({ minutes }: Sample) => Math.min(2, Math.floor((3 * minutes) / lastMinute(samples)));
  return [0, 1, 2].map((third) => samples.filter((sample) => thirdOf(sample) === third));
}

/** For what varies, or is written and cleaned up in turn: the last third against the one before. */
const betweenThirds =
  (typical: (values: readonly number[]) => number): Growth =>
  (samples, measure) => {
    const [, second = [], last = []] = thirdsOf(samples);
    return typical(last.map((one) => one[measure])) / typical(second.map((one) => one[measure])) - 1;
  };
const betweenMedians = betweenThirds(median);
const betweenPeaks = betweenThirds((values) => Math.max(...values));

export interface Limit {
  readonly title: string;
  readonly growth: Growth;
  /** The most that it may grow. */
  readonly most: number;
}

const limits: Readonly<Record<Measure, Limit>> = {
  memoryMb: { title: 'memory of the server, MB', growth: perHour, most: 0.01 },
  heapMb: { title: 'old generation of the heap, MB', growth: betweenMedians, most: 0.05 },
  files: { title: 'open files and connections', growth: betweenMedians, most: 0.05 },
  databaseMb: { title: 'database without usage, MB', growth: betweenMedians, most: 0.05 },
  indexMb: { title: 'indices, MB', growth: betweenMedians, most: 0.05 },
  homeMb: { title: 'home folder at its peak, MB', growth: betweenPeaks, most: 0.05 },
  p50Ms: { title: 'p50 of a sample, ms', growth: betweenMedians, most: 0.1 },
  p99Ms: { title: 'p99 of a sample, ms', growth: betweenMedians, most: 0.2 },
};

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;

/** A line on each measure: its medians in the thirds of the run, its growth, and what is allowed. */
export const growthLines = (samples: readonly Sample[]): string[][] =>
  Object.entries(limits).map(([measure, { title, growth, most }]) => [
    title,
    ...thirdsOf(samples).map((third) => median(third.map((one) => one[measure as Measure])).toFixed(1)),
    percent(growth(samples, measure as Measure)),
    percent(most),
  ]);

/** What grew more than allowed. */
export const growthViolations = (samples: readonly Sample[]): string[] =>
  Object.entries(limits).flatMap(([measure, { title, growth, most }]) => {
    const grown = growth(samples, measure as Measure);
    return grown > most ? [`${title}: grew by ${percent(grown)}`] : [];
  });
