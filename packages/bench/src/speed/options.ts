import { parseArgs } from 'node:util';
import { type Question, questions, type Traffic, traffics } from './cases.ts';
import type { SpeedOrder } from './speed.ts';

const options = {
  world: { type: 'string' },
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

const usage = `usage: bench [speed] [options]      the service beside the bare engine: docs/performance/speed.md
       bench growth PEOPLE… [options]  worlds of these sizes: docs/performance/growth.md
       bench guard [--record RUNS]     a short one that fails when a recorded ratio fell: docs/performance/guard.md

  --world PEOPLE         an invented world of this size is loaded (100000), or used if it was kept
  --keep                 keeps that world for the next call
  --database URL --prefix P --home FOLDER   an installation that is there already, instead
  --nodes N              starts the engines with 1 or 3 nodes first, if they are not running so
  --only NAME,…          questions whose names begin so: lookup-id, people-position, people-all-50000
  --traffic T,…          different (each request another company), zipf
  --connections N,…      64,16
  --rounds N --seconds N rounds of each question, and seconds of each way in a round (5, 3)
  --rate N               requests per second of the open model, 0 for none (100)
  --workers N            processes of the service with everything on (1); above 1 writes no page
  --quick                few and short rounds, 64 connections, no open model; writes no page
  --busy                 does not wait until the machine is quiet; writes no page
  --no-rebuild           growth without the time of a rebuild
  --no-write             prints, and writes no page`;

const verbs = ['speed', 'growth', 'guard'] as const;
export type Verb = (typeof verbs)[number];

export interface BenchOptions extends SpeedOrder {
  readonly verb: Verb;
  /** The sizes of worlds, in people. */
  readonly worlds: readonly number[];
  readonly isKept: boolean;
  readonly nodes: number | undefined;
  readonly given: { readonly database: string; readonly prefix: string; readonly home: string } | undefined;
  readonly workers: number;
  /** How often the guard runs to be recorded; 0: it is held to what is recorded. */
  readonly record: number;
  readonly rebuilds: boolean;
  readonly writes: boolean;
}

/** Everything that is wrong with a call, at once. */
export class UsageError extends Error {}

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

/** Reads the values, and keeps what is wrong with them. */
function openReader(values: Values, problems: string[]) {
  const number = (name: 'world' | 'nodes' | 'rounds' | 'seconds' | 'rate' | 'workers' | 'record', standard: number) => {
    const text = values[name] ?? String(standard);
    if (!/^\d{1,9}$/.test(text)) problems.push(`--${name} must be a number, not "${text}"`);
    return Number(text);
  };
  const list = (name: 'only' | 'traffic' | 'connections', standard: string) => (values[name] ?? standard).split(',');
  return { number, list };
}

function chooseQuestions(beginnings: readonly string[], problems: string[]): Question[] {
  for (const one of beginnings.filter((text) => !questions.some(({ name }) => name.startsWith(text)))) {
    problems.push(`--only "${one}": there are ${questions.map(({ name }) => name).join(', ')}`);
  }
  return questions.filter(({ name }) => beginnings.some((one) => name.startsWith(one)));
}

function chooseGiven({ database, prefix, home }: Values, problems: string[]): BenchOptions['given'] {
  if (database && prefix && home) return { database, prefix, home };
  if (database || prefix || home) problems.push('--database, --prefix and --home go together');
  return undefined;
}

function chooseTraffics(words: readonly string[], problems: string[]): Traffic[] {
  for (const word of words.filter((one) => !traffics.some((known) => known === one))) {
    problems.push(`--traffic must be of ${traffics.join(', ')}, not "${word}"`);
  }
  return traffics.filter((one) => words.includes(one));
}

function parseSizes(words: readonly string[], problems: string[]): number[] {
  for (const word of words.filter((one) => !/^\d{1,9}$/.test(one))) problems.push(`"${word}" is no number of people`);
  return words.map(Number);
}

function parseValues(verb: Verb, sizes: readonly string[], values: Values): BenchOptions {
  const problems: string[] = [];
  const { number, list } = openReader(values, problems);
  const quick = values.quick === true;
  const workers = number('workers', 1);
  const parsed: BenchOptions = {
    verb,
    worlds: verb === 'growth' ? parseSizes(sizes, problems) : [number('world', 100_000)],
    isKept: values.keep === true,
    nodes: values.nodes === undefined ? undefined : number('nodes', 1),
    given: chooseGiven(values, problems),
    questions: chooseQuestions(list('only', ''), problems),
    traffics: chooseTraffics(list('traffic', traffics.join(',')), problems),
    connections: list('connections', quick ? '64' : '64,16').map(Number),
    rounds: number('rounds', quick ? 3 : 5),
    seconds: number('seconds', quick ? 2 : 3),
    warmSeconds: quick ? 3 : 10,
    perSecond: number('rate', quick ? 0 : 100),
    workers,
    isBusy: values.busy === true,
    record: number('record', 0),
    rebuilds: values['no-rebuild'] !== true,
    // A figure of a short run, a busy machine or another service than the page tells of is for whoever asked alone.
    writes: values['no-write'] !== true && !quick && values.busy !== true && workers <= 1,
  };
  if (verb === 'guard' && parsed.isKept) problems.push('guard has a world of its own and keeps none');
  if (verb === 'growth' && parsed.worlds.length === 0) problems.push('growth needs sizes of worlds, in people');
  if (verb === 'growth' && parsed.given && parsed.worlds.length > 1) problems.push('one given world has one size');
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
