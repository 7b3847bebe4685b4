import { parseArgs } from 'node:util';
import { type SearchSort, searchSorts } from '@orgdex/contract';
import { UsageError } from '../speed/options.ts';

export const partNames = ['search', 'suggest', 'match', 'people', 'paging'] as const;
export type PartName = (typeof partNames)[number];

const usage = `usage: measure-discovery [options]   measure finding and matching companies: docs/performance/discovery.md

  --part NAME,…     only these parts: ${partNames.join(', ')}
  --companies N     load a synthetic dataset of this size, or use the one that was kept (25000)
  --keep            keep the dataset for the next run
  --database URL --prefix P --home FOLDER   measure an existing installation instead. The part paging imports
                    records of its own source into it and removes them at the end; 20 companies that it adds remain
  --questions N     different requests per part (5000)
  --seed N          seed of the sample of companies (1)
  --rounds N --seconds N   rounds per part, and seconds per variant in each round (5, 5)
  --connections N   connections of search and suggest (64)
  --rate N          requests per second of the response times of suggest (50)
  --cache MB        ORGDEX_CACHE_MB of the service (0: every request reads from OpenSearch)
  --results N       the part paging reads at least this many results, if there are so many (200000)
  --sort ORDER      the order in which it reads them (-employee_count, whose values the import changes)
  --page N --pause MS   results per page (100), and the pause after each page (0)
  --busy            do not wait until the machine is idle; do not write the page
  --no-write        print the result, do not write the page`;

const numbers = {
  companies: '25000',
  questions: '5000',
  seed: '1',
  rounds: '5',
  seconds: '5',
  connections: '64',
  rate: '50',
  cache: '0',
  results: '200000',
  page: '100',
  pause: '0',
} as const;
type NumberName = keyof typeof numbers;
const numberNames = Object.keys(numbers) as NumberName[];

const options = {
  part: { type: 'string', default: partNames.join(',') },
  sort: { type: 'string', default: '-employee_count' },
  database: { type: 'string' },
  prefix: { type: 'string' },
  home: { type: 'string' },
  keep: { type: 'boolean', default: false },
  busy: { type: 'boolean', default: false },
  'no-write': { type: 'boolean', default: false },
  ...(Object.fromEntries(
    numberNames.map((name) => [name, { type: 'string', default: numbers[name] }] as const),
  ) as Record<NumberName, { type: 'string'; default: string }>),
} as const;

/** What is measured, and how much of it. */
export interface DiscoveryOrder {
  readonly questions: number;
  readonly seed: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Of search and suggest. */
  readonly connections: number;
  readonly rate: number;
  readonly results: number;
  readonly sort: SearchSort;
  readonly pageSize: number;
  readonly pauseMs: number;
  /** Measures even if other processes use the machine. */
  readonly isBusy: boolean;
}

export interface DiscoveryOptions extends DiscoveryOrder {
  readonly parts: readonly PartName[];
  readonly companies: number;
  readonly isKept: boolean;
  readonly given: { readonly database: string; readonly prefix: string; readonly home: string } | undefined;
  readonly cacheMb: number;
  readonly writes: boolean;
}

function readValues(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
}
type Values = ReturnType<typeof readValues>;

const mayBeZero: ReadonlySet<NumberName> = new Set(['cache', 'pause']);
const isNumber = (name: NumberName, text: string) => (mayBeZero.has(name) ? /^\d{1,9}$/ : /^[1-9]\d{0,8}$/).test(text);

function problemsOf({ part, sort, database, prefix, home, ...values }: Values): string[] {
  const places = [database, prefix, home].filter(Boolean).length;
  return [
    ...part
      .split(',')
      .filter((word) => !partNames.some((name) => name === word))
      .map((word) => `--part must be one of ${partNames.join(', ')}, not "${word}"`),
    ...(searchSorts.some((name) => name === sort)
      ? []
      : [`--sort must be one of ${searchSorts.join(', ')}, not "${sort}"`]),
    ...(places === 0 || places === 3 ? [] : ['--database, --prefix and --home must be used together']),
    ...numberNames
      .filter((name) => !isNumber(name, values[name]))
      .map((name) => `--${name} must be a positive number, not "${values[name]}"`),
  ];
}

/** @throws UsageError with all invalid options */
export function parseDiscovery(argv: readonly string[]): DiscoveryOptions {
  const values = readValues(argv);
  const problems = problemsOf(values);
  if (problems.length > 0) throw new UsageError(`${problems.join('\n')}\n${usage}`);
  const { database, prefix, home } = values;
  const words = values.part.split(',');
  return {
    parts: partNames.filter((name) => words.includes(name)),
    companies: Number(values.companies),
    isKept: values.keep,
    given: database && prefix && home ? { database, prefix, home } : undefined,
    questions: Number(values.questions),
    seed: Number(values.seed),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    rate: Number(values.rate),
    cacheMb: Number(values.cache),
    results: Number(values.results),
    sort: values.sort as SearchSort,
    pageSize: Number(values.page),
    pauseMs: Number(values.pause),
    isBusy: values.busy,
    writes: !values['no-write'] && !values.busy,
  };
}
