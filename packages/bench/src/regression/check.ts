import type { Machine } from '../report/machine.ts';
import { median } from '../report/statistics.ts';
import { questions, type Traffic } from '../speed/cases.ts';
import type { CaseResult, SpeedOrder } from '../speed/speed.ts';
import { ratiosOf } from '../speed/speed-report.ts';

export const guardWorld = 40_000;

/** Few and short: it is part of what a change must pass. */
export const guardRounds = { rounds: 5, seconds: 1, warmSeconds: 3 } as const;

const orderOf = (traffic: Traffic, ...names: string[]): SpeedOrder => ({
  ...guardRounds,
  questions: questions.filter(({ name }) => names.includes(name)),
  traffics: [traffic],
  connections: [64],
  perSecond: 0,
  isBusy: true,
});

/** Few questions. A world so small fits into the cache: where each company shall be another, there is none. */
export const guardParts: readonly { order: SpeedOrder; settings: Record<string, string> }[] = [
  { order: orderOf('different', 'lookup-id', 'people-position-1-10'), settings: { ORGDEX_CACHE_MB: '0' } },
  { order: orderOf('zipf', 'lookup-id'), settings: {} },
];

/** A ratio that was recorded, and which part of it may be missing. */
export interface Recorded {
  readonly ratio: number;
  readonly margin: number;
}
export type Ratios = Readonly<Record<string, number>>;

/** What guard.json holds: the runs, where and when they were made, and what follows from them. */
export interface GuardRecord {
  readonly machine: Machine;
  readonly recorded: Readonly<Record<string, Recorded>>;
  readonly runs: readonly Ratios[];
}

/** Each ratio to the bare engine under its name. */
export const ratiosOfAll = (results: readonly CaseResult[]): Ratios =>
  Object.fromEntries(
    results.flatMap((result) =>
      (['off', 'on'] as const).map((way) => [`${result.name} ${result.traffic} ${way}`, median(ratiosOf(result, way))]),
    ),
  );

/** The least margin, and what is added to that which the runs at hand would just have passed. */
export const [leastMargin, slack] = [0.25, 0.05];

/** What to hold later runs to: the median of these, and a margin that all of them pass with something to spare. */
export function toRecorded(runs: readonly Ratios[]): Record<string, Recorded> {
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

export const floorOf = ({ ratio, margin }: Recorded): number => ratio * (1 - margin);

/** The names of ratios that fell below what is recorded, or are not measured any more. */
export const fallenOf = (recorded: Readonly<Record<string, Recorded>>, measured: Ratios): string[] =>
  Object.entries(recorded)
    .filter(([name, one]) => !((measured[name] ?? Number.NaN) >= floorOf(one)))
    .map(([name]) => name);

/** What a developer reads who made something slower. */
export function describeFall(name: string, recorded: Recorded, measured: number | undefined): string {
  const { ratio, margin } = recorded;
  if (measured === undefined) return `${name}: was recorded as ${ratio} and is not measured any more.`;
  const fall = Math.round((1 - measured / ratio) * 100);
  return `${name}: ${measured.toFixed(2)} of the bare engine, ${fall} % below the recorded ${ratio.toFixed(2)}; ${Math.round(margin * 100)} % are allowed.`;
}
