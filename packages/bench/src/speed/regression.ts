import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { type Command, readArguments } from '../arguments.ts';
import { describeMachine, type Machine, readMachine } from '../machine/machine.ts';
import { ensureStores } from '../machine/start-stores.ts';
import { waitForIdle } from '../machine/wait-for-idle.ts';
import { note, readResults, type Section, writeResults } from '../report/results.ts';
import { median } from '../report/statistics.ts';
import { inParagraphs, tableOf, whole } from '../report/text.ts';
import { cases, type Traffic } from './cases.ts';
import { type CaseResult, measureSpeed, ratiosOf, type SpeedOrder, trafficNames, withPeople } from './speed.ts';
import { openTargets, variantNames } from './targets.ts';

const people = 40_000;

/** Few and short rounds, because the check runs for every release. */
const rounds = { rounds: 5, seconds: 1, warmSeconds: 3, perSecond: 0, isBusy: true } as const;

const orderOf = (traffic: Traffic, ...names: string[]): SpeedOrder => ({
  ...rounds,
  cases: cases.filter(({ name }) => names.includes(name)),
  traffics: [traffic],
});

/** Cases that are measured together, with the same processes. */
interface CheckPart {
  readonly order: SpeedOrder;
  readonly settings: Readonly<Record<string, string>>;
}

/** This dataset fits into the cache, so unique keys are measured without the cache. */
const parts: readonly CheckPart[] = [
  { order: orderOf('unique', 'lookup-id', 'people-position-1-10'), settings: { ORGDEX_CACHE_MB: '0' } },
  { order: orderOf('zipf', 'lookup-id'), settings: {} },
];

/** A recorded ratio, and the share by which a measurement may be lower. */
export interface Baseline {
  readonly ratio: number;
  readonly margin: number;
}
export type Ratios = Readonly<Record<string, number>>;

/** The machine, the runs, and the baselines that follow from them. */
export interface RegressionRecord {
  readonly machine: Machine;
  readonly baselines: Readonly<Record<string, Baseline>>;
  readonly runs: readonly Ratios[];
}

const checkedVariants = ['withoutAccess', 'fullService'] as const;

/** The ratios to OpenSearch alone, by name. */
const namedRatios = (results: readonly CaseResult[]): Ratios =>
  Object.fromEntries(
    results.flatMap((result) =>
      checkedVariants.map((variant) => [
        `${result.name}, ${trafficNames[result.traffic]}, ${variantNames[variant]}`,
        median(ratiosOf(result, variant)),
      ]),
    ),
  );

/** Measures every ratio once, with new processes. */
async function measureRatios(installation: Installation): Promise<Ratios> {
  const measured: CaseResult[] = [];
  for (const { order, settings } of parts) {
    const targets = await openTargets(installation, { settings });
    try {
      measured.push(...(await measureSpeed(installation, targets, order)));
    } finally {
      await targets.close();
    }
  }
  return namedRatios(measured);
}

/** The smallest margin, and the share that is added to the margin that all recorded runs would just pass. */
const [leastMargin, slack] = [0.5, 0.05];

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

const lowestAllowed = ({ ratio, margin }: Baseline): number => ratio * (1 - margin);

/** The names of the ratios that are lower than allowed, or no longer measured. */
export const regressionsIn = (baselines: Readonly<Record<string, Baseline>>, measured: Ratios): string[] =>
  Object.entries(baselines)
    .filter(([name, one]) => !((measured[name] ?? Number.NaN) >= lowestAllowed(one)))
    .map(([name]) => name);

/** A virtual machine can get too little CPU time for minutes, and then a ratio of short rounds says nothing. */
export const maxMeasurements = 5;

/** Measures again while a ratio is too low. Only one that is too low every time counts. */
export async function findRegressions(
  baselines: Readonly<Record<string, Baseline>>,
  measure: () => Promise<Ratios>,
  pause: (tooLow: readonly string[]) => Promise<unknown>,
): Promise<{ best: Ratios; regressions: string[] }> {
  const best: Record<string, number> = {};
  for (let done = 1; ; done += 1) {
    for (const [name, ratio] of Object.entries(await measure())) {
      if (ratio > (best[name] ?? 0)) best[name] = ratio;
    }
    const regressions = regressionsIn(baselines, best);
    if (regressions.length === 0 || done === maxMeasurements) return { best, regressions };
    await pause(regressions);
  }
}

export const regressionSection: Section<RegressionRecord> = {
  page: 'speed',
  name: 'regression',
  toText({ machine, baselines, runs }) {
    const lines = Object.entries(baselines).map(([name, one]) => {
      const seen = runs.map((run) => run[name] as number);
      const figures = [Math.min(...seen), one.ratio, Math.max(...seen), lowestAllowed(one)];
      return [name, ...figures.map((value) => value.toFixed(2))];
    });
    return inParagraphs([
      describeMachine(machine),
      `A dataset of ${whole.format(people)} people; ${runs.length} runs of ${rounds.rounds} rounds, ${rounds.seconds} s per variant in each round.`,
      tableOf(['ratio to OpenSearch alone', 'lowest', 'median', 'highest', 'fails below'], lines),
    ]);
  },
};

const recordCommand = 'npm run bench -- regression --record 20';
const pauseMs = 30_000;

async function record(installation: Installation, times: number): Promise<number> {
  const runs: Ratios[] = [];
  while (runs.length < times) {
    note(`run ${runs.length + 1} of ${times}`);
    await waitForIdle();
    runs.push(await measureRatios(installation));
  }
  writeResults(regressionSection, { machine: await readMachine(installation), baselines: toBaselines(runs), runs });
  return 0;
}

/** The message for the developer whose change is slower. */
function describeRegression(name: string, { ratio, margin }: Baseline, measured: number | undefined): string {
  if (measured === undefined) return `${name}: recorded as ${ratio}, but no longer measured.`;
  const below = Math.round((1 - measured / ratio) * 100);
  return `${name}: ${measured.toFixed(2)}, ${below} % below the recorded ${ratio.toFixed(2)}; ${Math.round(margin * 100)} % is allowed.`;
}

async function check(installation: Installation): Promise<number> {
  const recorded = readResults(regressionSection);
  if (!recorded) throw new Error(`There are no baselines. Record them: ${recordCommand}`);
  const { machine, baselines } = recorded;
  if (machine.cores !== cpus().length)
    note(`The ratios were recorded on ${machine.cores} cores and may differ here, on ${cpus().length}.`);
  const pause = (tooLow: readonly string[]) => {
    note(`too low, measuring again in ${pauseMs / 1000} s: ${tooLow.join('; ')}`);
    return sleep(pauseMs);
  };
  const { best, regressions } = await findRegressions(baselines, () => measureRatios(installation), pause);
  if (regressions.length === 0) {
    note('No regression.');
    return 0;
  }
  const lines = regressions.map((name) => describeRegression(name, baselines[name] as Baseline, best[name]));
  const message = [
    `Performance regression in ${maxMeasurements} measurements:`,
    ...lines,
    'To see where the time goes: npm run bench -- speed --quick --only NAME, or node --cpu-prof.',
    `If the slowdown is intended, record new baselines and commit docs/performance/speed.json: ${recordCommand}`,
  ];
  process.stderr.write(`${message.join('\n')}\n`);
  return 1;
}

export const regressionCommand: Command = {
  usage: `fails if a ratio to OpenSearch alone fell to half of the recorded one
  --record RUNS      record new baselines from so many runs`,
  async run(args) {
    const { values } = readArguments(args, { record: { type: 'string', default: '0' } });
    await ensureStores(0);
    const times = Number(values.record);
    return withPeople(people, (installation) => (times > 0 ? record(installation, times) : check(installation)));
  },
};
