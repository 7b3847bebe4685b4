import { liveGeneration } from '../../../testing/src/data/live-generation.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { type Command, readArguments, UsageError } from '../arguments.ts';
import { describeMachine, type Machine, readMachine } from '../machine/machine.ts';
import { ensureStores } from '../machine/start-stores.ts';
import { note, readResults, type Section, writeResults } from '../report/results.ts';
import { median, quantile } from '../report/statistics.ts';
import { inParagraphs, ms, tableOf, whole } from '../report/text.ts';
import { type BenchCase, cases, type Traffic, traffics } from './cases.ts';
import { type Latency, measureLatency } from './latency.ts';
import { measureRounds, openRequestLists, type Round, type RoundsOrder, type Sample, warmUp } from './rounds.ts';
import { openTargets, type Targets, type Variant, variants } from './targets.ts';

export interface SpeedOrder extends RoundsOrder {
  readonly cases: readonly BenchCase[];
  readonly traffics: readonly Traffic[];
  readonly warmSeconds: number;
  /** Requests per second of the constant-rate measurement; 0 skips it. */
  readonly perSecond: number;
}

/** The result of one case with one kind of traffic. */
export interface CaseResult {
  readonly name: string;
  readonly traffic: Traffic;
  /** 64; earlier results also have 16. */
  readonly connections: number;
  /** Number of processes of the full service; one if absent. */
  readonly workers?: number;
  /** The number of different companies that were requested. */
  readonly companies: number;
  /** How often the list of companies was used. */
  readonly laps: number;
  readonly rounds: readonly Round[];
  /** At a constant rate. */
  readonly latency?: Readonly<Record<Variant, Latency>>;
}

export const medianOf = ({ rounds }: CaseResult, variant: Variant, of: (seen: Sample) => number): number =>
  median(rounds.map((round) => of(round[variant])));

/** The ratio to OpenSearch alone in each round. */
export const ratiosOf = ({ rounds }: CaseResult, variant: Variant): number[] =>
  rounds.map((round) => round[variant].perSecond / round.opensearchOnly.perSecond);

export const trafficNames = { unique: 'unique keys', zipf: 'Zipf keys' } as const;

const describeResult = (result: CaseResult): string =>
  [
    `${result.name}, ${trafficNames[result.traffic]}:`,
    ...variants.map((variant) => {
      const figure = (of: (seen: Sample) => number) => medianOf(result, variant, of);
      const cpu = `${whole.format(figure((seen) => seen.serviceCpuUs))} + ${whole.format(figure((seen) => seen.opensearchCpuUs))}`;
      return `  ${variant} ${whole.format(figure((seen) => seen.perSecond))}/s, CPU ${cpu} µs, p99 ${ms(figure((seen) => seen.p99Ms))} ms`;
    }),
  ].join('\n');

/** Cases of one kind run the same code in OpenSearch, so one warm-up is enough. */
const kindOf = ({ name }: BenchCase): string => name.split('-').slice(0, 2).join('-');

/** Works with an installation that has a synthetic dataset of this size. */
export async function withPeople<T>(people: number, work: (installation: Installation) => Promise<T>): Promise<T> {
  // The exit handlers stop the processes that were started.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const installation = await openInstallation();
  try {
    note(`loading ${people} people`);
    await installation.orgdex('demo', '--companies', String(Math.ceil(people / 4)), '--people', String(people));
    await installation.pool.query('VACUUM ANALYZE');
    return await work(installation);
  } finally {
    await installation.close();
  }
}

/** Measures all cases of the order. */
export async function measureSpeed(
  installation: Installation,
  targets: Targets,
  order: SpeedOrder,
): Promise<CaseResult[]> {
  const { indices } = await liveGeneration(installation.pool);
  const results: CaseResult[] = [];
  const warm = new Set<string>();
  for (const benchCase of order.cases) {
    const samples = await benchCase.readSamples(installation.pool);
    if (samples.length === 0) note(`${benchCase.name}: the dataset has no such company`);
    const own = samples.length > 0 ? benchCase.traffics.filter((one) => order.traffics.includes(one)) : [];
    for (const traffic of own) {
      const lists = openRequestLists({ benchCase, traffic, indices, samples });
      try {
        if (!warm.has(kindOf(benchCase))) await warmUp(targets, lists, order.warmSeconds);
        warm.add(kindOf(benchCase));
        const rounds = await measureRounds(targets, lists, order);
        const latency = order.perSecond > 0 ? await measureLatency(targets, lists.next(1), order) : undefined;
        const result: CaseResult = {
          ...{ name: benchCase.name, traffic, connections: 64 },
          ...(targets.workers > 1 && { workers: targets.workers }),
          ...{ companies: samples.length, laps: lists.laps(), rounds },
          ...(latency && { latency }),
        };
        note(describeResult(result));
        results.push(result);
      } finally {
        lists.close();
      }
    }
  }
  return results;
}

/** Results under different conditions are not comparable. */
export interface Conditions {
  readonly machine: Machine;
  readonly rounds: number;
  readonly seconds: number;
  /** Requests per second of the constant-rate measurement. */
  readonly perSecond: number;
}

export interface SpeedReport extends Conditions {
  readonly people: number;
  /** The date of the oldest result. */
  readonly since: string;
  readonly results: readonly CaseResult[];
}

const conditionsOf = ({ machine: { day: _, ...machine }, rounds, seconds, perSecond }: Conditions): string =>
  JSON.stringify({ machine, rounds, seconds, perSecond });

export const areComparable = (a: Conditions, b: Conditions): boolean => conditionsOf(a) === conditionsOf(b);

/** The minimum ratio to OpenSearch alone of the full service, by case and traffic. */
const goals: Readonly<Record<string, number>> = {
  'lookup-id unique': 0.4,
  'lookup-fqdn unique': 0.4,
  'lookup-id zipf': 0.7,
  'people-position-1-10 unique': 2.5,
  'people-position-1-200 unique': 2.5,
  'people-position-150-200 unique': 2.5,
  'people-position-50000 unique': 0.6,
};

const spreadText = (values: readonly number[]): string =>
  `${median(values).toFixed(2)} (${quantile(values, 0.25).toFixed(2)}–${quantile(values, 0.75).toFixed(2)})`;

const each = (show: (variant: Variant) => string, of: readonly Variant[] = variants) => of.map(show).join(' / ');

function lineOf(result: CaseResult): string[] {
  const figure = (of: (seen: Sample) => number, variant: Variant) => whole.format(medianOf(result, variant, of));
  const { title = result.name } = cases.find(({ name }) => name === result.name) ?? {};
  const latency = result.latency?.fullService;
  return [
    `${title}, ${trafficNames[result.traffic]}${result.workers ? `, ${result.workers} workers` : ''}`,
    each((variant) => figure((seen) => seen.perSecond, variant)),
    spreadText(ratiosOf(result, 'fullService')),
    String(goals[`${result.name} ${result.traffic}`] ?? ''),
    `${figure((seen) => seen.serviceCpuUs, 'fullService')} + ${figure((seen) => seen.opensearchCpuUs, 'fullService')}`,
    latency ? `${ms(latency.p50Ms)} / ${ms(latency.p99Ms)}` : '',
  ];
}

const head = ['case', 'requests/s', 'ratio', 'goal', 'CPU, µs', 'p50 / p99, ms'];

export const speedSection: Section<SpeedReport> = {
  page: 'speed',
  name: 'speed',
  toText({ machine, people, rounds, seconds, since, perSecond, results }) {
    const known = results.filter(
      ({ name, connections }) => connections === 64 && cases.some((benchCase) => benchCase.name === name),
    );
    return inParagraphs([
      describeMachine(machine),
      `The oldest results are from ${since}. A dataset of ${whole.format(people)} people; ${rounds} rounds, ${seconds} s per variant ` +
        `in each round. The last column was measured at ${perSecond} requests/s.`,
      tableOf(head, known.map(lineOf)),
    ]);
  },
};

const orderOf = ({ name, traffic, connections, workers = 1 }: CaseResult): string =>
  `${String(cases.findIndex((one) => one.name === name)).padStart(2)} ${traffic} ${9999 - connections} ${String(workers).padStart(3)}`;

/** Keeps results of earlier runs under the same conditions and with a dataset of the same size. */
function withKept(report: SpeedReport): SpeedReport {
  const before = readResults(speedSection);
  if (!before || before.people !== report.people || !areComparable(before, report)) return report;
  const others = before.results.filter((one) => !report.results.some((result) => orderOf(result) === orderOf(one)));
  const results = [...others, ...report.results].toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
  return { ...report, results, since: others.length > 0 ? before.since : report.since };
}

const options = {
  dataset: { type: 'string', default: '100000' },
  nodes: { type: 'string', default: '0' },
  only: { type: 'string', default: '' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  rate: { type: 'string', default: '100' },
  workers: { type: 'string', default: '1' },
  quick: { type: 'boolean', default: false },
} as const;

export const speedCommand: Command = {
  usage: `compares requests to the service with requests to OpenSearch alone
  --dataset PEOPLE   size of the synthetic dataset (100000)
  --nodes N          start the stores with 1 or 3 OpenSearch nodes if they do not run with that number
  --only NAME,…      only cases whose names start with this: ${cases.map(({ name }) => name).join(', ')}
  --rounds N --seconds N   rounds per case, and seconds per variant in each round (5, 3)
  --rate N           requests per second of the constant-rate measurement, 0 to skip it (100)
  --workers N        processes of the full service (1)
  --quick            few short rounds, also on a busy machine; prints the result and does not write the page`,
  async run(args) {
    const { values } = readArguments(args, options);
    const chosen = cases.filter(({ name }) => values.only.split(',').some((beginning) => name.startsWith(beginning)));
    if (chosen.length === 0) throw new UsageError(`--only ${values.only} matches no case.`);
    const { quick } = values;
    const order: SpeedOrder = {
      ...{ cases: chosen, traffics, isBusy: quick, warmSeconds: quick ? 3 : 10 },
      ...{ rounds: quick ? 3 : Number(values.rounds), seconds: quick ? 2 : Number(values.seconds) },
      perSecond: quick ? 0 : Number(values.rate),
    };
    await ensureStores(Number(values.nodes));
    const people = Number(values.dataset);
    await withPeople(people, async (installation) => {
      const targets = await openTargets(installation, { workers: Number(values.workers) });
      try {
        const results = await measureSpeed(installation, targets, order);
        const { rounds, seconds, perSecond } = order;
        const machine = await readMachine(installation);
        if (!quick)
          writeResults(
            speedSection,
            withKept({ machine, rounds, seconds, perSecond, people, since: machine.day, results }),
          );
      } finally {
        await targets.close();
      }
    });
    return 0;
  },
};
