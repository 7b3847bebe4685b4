import { parseArgs } from 'node:util';
import { type BenchCase, cases, type Traffic, traffics } from './cases.ts';
import type { SpeedOrder } from './speed.ts';

const options = {
  dataset: { type: 'string' },
  keep: { type: 'boolean' },
  nodes: { type: 'string' },
  database: { type: 'string' },
  prefix: { type: 'string' },
  home: { type: 'string' },
  only: { type: 'string' },
  traffic: { type: 'string' },
  connections: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  rate: { type: 'string' },
  workers: { type: 'string' },
  quick: { type: 'boolean' },
  busy: { type: 'boolean' },
  record: { type: 'string' },
  'no-rebuild': { type: 'boolean' },
  'no-write': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const usage = `usage: bench [speed] [options]           compare the service with OpenSearch alone: docs/performance/speed.md
       bench growth PEOPLE… [options]   measure datasets of these sizes: docs/performance/growth.md
       bench regression [--record RUNS] fail if a recorded ratio has fallen: docs/performance/regression.md

  --dataset PEOPLE       load a synthetic dataset of this size, or use the one that was kept (100000)
  --keep                 keep the dataset for the next run
  --database URL --prefix P --home FOLDER   measure an existing installation instead
  --nodes N              start the stores with 1 or 3 OpenSearch nodes if they do not run with that number
  --only NAME,…          only cases whose names start with this: lookup-id, people-position, people-all-50000
  --traffic T,…          unique (each request for a different company), zipf
  --connections N,…      numbers of connections (64,16)
  --rounds N --seconds N rounds per case, and seconds per variant in each round (5, 3)
  --rate N               requests per second of the constant-rate measurement, 0 to skip it (100)
  --workers N            processes of the full service (1)
  --quick                few and short rounds, 64 connections, no constant-rate measurement; do not write the page
  --busy                 do not wait until the machine is idle; do not write the page
  --no-rebuild           growth without the time of a rebuild
  --no-write             print the result, do not write the page`;

const verbs = ['speed', 'growth', 'regression'] as const;
export type Verb = (typeof verbs)[number];

export interface BenchOptions extends SpeedOrder {
  readonly verb: Verb;
  /** The sizes of the datasets, in people. */
  readonly datasets: readonly number[];
  readonly isKept: boolean;
  readonly nodes: number | undefined;
  readonly given: { readonly database: string; readonly prefix: string; readonly home: string } | undefined;
  readonly workers: number;
  /** Number of runs to record baselines from; 0 compares with the recorded baselines. */
  readonly record: number;
  readonly rebuilds: boolean;
  readonly writes: boolean;
}

/** Contains all invalid options, not only the first. */
export class UsageError extends Error {}

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

/** Reads the option values and collects the problems. */
function openReader(values: Values, problems: string[]) {
  const number = (
    name: 'dataset' | 'nodes' | 'rounds' | 'seconds' | 'rate' | 'workers' | 'record',
    standard: number,
  ) => {
    const text = values[name] ?? String(standard);
    if (!/^\d{1,9}$/.test(text)) problems.push(`--${name} must be a number, not "${text}"`);
    return Number(text);
  };
  const list = (name: 'only' | 'traffic' | 'connections', standard: string) => (values[name] ?? standard).split(',');
  return { number, list };
}

function chooseCases(beginnings: readonly string[], problems: string[]): BenchCase[] {
  for (const one of beginnings.filter((text) => !cases.some(({ name }) => name.startsWith(text)))) {
    problems.push(`--only "${one}" matches no case. Cases: ${cases.map(({ name }) => name).join(', ')}`);
  }
  return cases.filter(({ name }) => beginnings.some((one) => name.startsWith(one)));
}

function chooseGiven({ database, prefix, home }: Values, problems: string[]): BenchOptions['given'] {
  if (database && prefix && home) return { database, prefix, home };
  if (database || prefix || home) problems.push('--database, --prefix and --home must be used together');
  return undefined;
}

function chooseTraffics(words: readonly string[], problems: string[]): Traffic[] {
  for (const word of words.filter((one) => !traffics.some((known) => known === one))) {
    problems.push(`--traffic must be one of ${traffics.join(', ')}, not "${word}"`);
  }
  return traffics.filter((one) => words.includes(one));
}

function parseSizes(words: readonly string[], problems: string[]): number[] {
  for (const word of words.filter((one) => !/^\d{1,9}$/.test(one)))
    problems.push(`"${word}" is not a number of people`);
  return words.map(Number);
}

function parseValues(verb: Verb, sizes: readonly string[], values: Values): BenchOptions {
  const problems: string[] = [];
  const { number, list } = openReader(values, problems);
  const quick = values.quick === true;
  const parsed: BenchOptions = {
    verb,
    datasets: verb === 'growth' ? parseSizes(sizes, problems) : [number('dataset', 100_000)],
    isKept: values.keep === true,
    nodes: values.nodes === undefined ? undefined : number('nodes', 1),
    given: chooseGiven(values, problems),
    cases: chooseCases(list('only', ''), problems),
    traffics: chooseTraffics(list('traffic', traffics.join(',')), problems),
    connections: list('connections', quick ? '64' : '64,16').map(Number),
    rounds: number('rounds', quick ? 3 : 5),
    seconds: number('seconds', quick ? 2 : 3),
    warmSeconds: quick ? 3 : 10,
    perSecond: number('rate', quick ? 0 : 100),
    workers: number('workers', 1),
    isBusy: values.busy === true,
    record: number('record', 0),
    rebuilds: values['no-rebuild'] !== true,
    // Results of a short run or a busy machine do not belong on the page.
    writes: values['no-write'] !== true && !quick && values.busy !== true,
  };
  if (verb === 'regression' && parsed.isKept) problems.push('regression cannot keep its dataset: remove --keep');
  if (verb === 'growth' && parsed.datasets.length === 0)
    problems.push('growth needs at least one dataset size, in people');
  if (verb === 'growth' && parsed.given && parsed.datasets.length > 1)
    problems.push('an existing installation has only one size: give one number');
  if (parsed.connections.some((one) => !(one > 0))) problems.push('--connections must be numbers');
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return parsed;
}

export function parseBench(argv: readonly string[]): BenchOptions {
  const parse = () => {
    try {
      return parseArgs({ args: [...argv], options, allowPositionals: true });
    } catch (error) {
      throw new UsageError(`${(error as Error).message}\n${usage}`);
    }
  };
  const { values, positionals } = parse();
  const [word = 'speed', ...sizes] = positionals;
  const verb = verbs.find((one) => one === word);
  if (!verb || values.help || (verb !== 'growth' && sizes.length > 0)) throw new UsageError(usage);
  return parseValues(verb, sizes, values);
}
