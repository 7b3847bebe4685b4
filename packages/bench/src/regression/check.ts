import type { Machine } from '../report/machine.ts';
import { median } from '../report/statistics.ts';
import { cases, type Traffic } from '../speed/cases.ts';
import type { CaseResult, SpeedOrder } from '../speed/speed.ts';
import { ratiosOf, trafficNames } from '../speed/speed-report.ts';
import { variantNames } from '../speed/targets.ts';

export const checkPeople = 40_000;

/** Few and short rounds, because the check runs for every change. */
export const checkRounds = { rounds: 5, seconds: 1, warmSeconds: 3 } as const;

const orderOf = (traffic: Traffic, ...names: string[]): SpeedOrder => ({
  ...checkRounds,
  cases: cases.filter(({ name }) => names.includes(name)),
  traffics: [traffic],
  connections: [64],
  perSecond: 0,
  isBusy: true,
});

/** Cases that are measured together, with the same processes. */
export interface CheckPart {
  readonly order: SpeedOrder;
  readonly settings: Readonly<Record<string, string>>;
}

/** This dataset fits into the cache, so unique keys are measured without the cache. */
export const checkParts: readonly CheckPart[] = [
  { order: orderOf('unique', 'lookup-id', 'people-position-1-10'), settings: { ORGDEX_CACHE_MB: '0' } },
  { order: orderOf('zipf', 'lookup-id'), settings: {} },
];

/** A recorded ratio, and the share by which a measurement may be lower. */
export interface Baseline {
  readonly ratio: number;
  readonly margin: number;
}
export type Ratios = Readonly<Record<string, number>>;

/** The content of regression.json: the machine, the runs, and the baselines that follow from them. */
export interface RegressionRecord {
  readonly machine: Machine;
  readonly baselines: Readonly<Record<string, Baseline>>;
  readonly runs: readonly Ratios[];
}

const checkedVariants = ['withoutAccess', 'fullService'] as const;

const nameOf = (name: string, traffic: Traffic, variant: (typeof checkedVariants)[number]): string =>
  `${name}, ${trafficNames[traffic]}, ${variantNames[variant]}`;

/** The parts that measure these ratios; all parts, if a ratio is no longer measured. */
export function partsOf(names: readonly string[]): readonly CheckPart[] {
  const measures = ({ order: { cases: own, traffics } }: CheckPart) =>
    own.some(({ name }) =>
      traffics.some((traffic) => checkedVariants.some((variant) => names.includes(nameOf(name, traffic, variant)))),
    );
  const found = checkParts.filter(measures);
  return found.length > 0 ? found : checkParts;
}

/** The ratios to OpenSearch alone, by name. */
export const namedRatios = (results: readonly CaseResult[]): Ratios =>
  Object.fromEntries(
    results.flatMap((result) =>
      checkedVariants.map((variant) => [
        nameOf(result.name, result.traffic, variant),
        median(ratiosOf(result, variant)),
      ]),
    ),
  );

/** The smallest margin, and the share that is added to the margin that all recorded runs would just pass. */
export const [leastMargin, slack] = [0.5, 0.05];

/** The baselines for later runs: the median, and a margin that all these runs pass. */
export function toBaselines(runs: readonly Ratios[]): Record<string, Baseline> {
  const names = Object.keys(runs[0] ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const seen = runs.map((run) => run[name] ?? Number.NaN);
      const ratio = Number(median(seen).toFixed(3));
      const margin = Math.max(leastMargin, 1 - Math.min(...seen) / ratio + slack);
      return [name, { ratio, margin: Math.ceil(Number((margin * 100).toFixed(6))) / 100 }];
    }),
  );
}

/** The higher of two measurements of each ratio. */
export const higherOf = (first: Ratios, second: Ratios): Ratios =>
  Object.fromEntries(
    Object.keys({ ...first, ...second }).map((name) => [
      name,
      Math.max(...([first[name], second[name]].filter((one) => one !== undefined && !Number.isNaN(one)) as number[])),
    ]),
  );

export const lowestAllowed = ({ ratio, margin }: Baseline): number => ratio * (1 - margin);

/** The names of the ratios that are lower than allowed, or no longer measured. */
export const regressionsIn = (baselines: Readonly<Record<string, Baseline>>, measured: Ratios): string[] =>
  Object.entries(baselines)
    .filter(([name, one]) => !((measured[name] ?? Number.NaN) >= lowestAllowed(one)))
    .map(([name]) => name);

/** The message for the developer whose change is slower. */
export function describeRegression(name: string, baselines: Baseline, measured: number | undefined): string {
  const { ratio, margin } = baselines;
  if (measured === undefined) return `${name}: recorded as ${ratio}, but no longer measured.`;
  const percentBelow = Math.round((1 - measured / ratio) * 100);
  return [
    `${name}: ${measured.toFixed(2)} of OpenSearch alone, ${percentBelow} % below the recorded`,
    `${ratio.toFixed(2)}; ${Math.round(margin * 100)} % is allowed.`,
  ].join(' ');
}
