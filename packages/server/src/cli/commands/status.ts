import { Command } from 'commander';
import { checkStores, generationState } from '../../api/admin/status.ts';
import { counted, formatNumber } from '../../core/output/numbers.ts';
import { stateOf } from '../../pipeline/imports/run-report.ts';
import { isOurs } from '../../pipeline/publish/drain-outbox.ts';
import { readRates } from '../../pipeline/publish/exchange-rates.ts';
import type { ListedRun } from '../../stores/postgres/imports/run-list.ts';
import { kinds } from '../../stores/postgres/outbox/enqueue.ts';
import { type Generation, listGenerations } from '../../stores/postgres/outbox/generations.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import {
  type BoundedCount,
  type Count,
  type CountName,
  type DatabaseStatus,
  readStatus,
} from '../../stores/postgres/status.ts';
import type { Context } from '../context.ts';
import { formatMoment } from '../output/format-time.ts';
import { jsonOption } from '../output/json.ts';
import { type Column, fit, formatTable } from '../output/table.ts';
import { bold, green, red } from '../output/terminal.ts';
import { toRunJson } from './runs.ts';

interface GenerationStatus {
  id: number;
  state: 'live' | 'kept' | 'building';
  live_since: Date | null;
  /** Whether the rules of this version built it. Otherwise only the version that built it can serve it. */
  current_rules: boolean;
  /** Changes that wait to be published. */
  pending: BoundedCount;
}

interface StoreStatus {
  name: 'PostgreSQL' | 'OpenSearch' | 'Redis';
  healthy: boolean;
  /** The version, or what is wrong. */
  detail: string;
}

interface Status {
  database: DatabaseStatus;
  generations: GenerationStatus[];
  stores: StoreStatus[];
}

/** Checks the stores with a client of its own: the module of OpenSearch is large, so it is loaded only here. */
async function readStores(context: Context, pool: Pool): Promise<StoreStatus[]> {
  const { OPENSEARCH_URL, REDIS_URL } = context.config();
  const { connectOpenSearch } = await import('../../stores/opensearch/client.ts');
  const opensearch = connectOpenSearch(OPENSEARCH_URL);
  const stores = await checkStores({ pool, opensearch, redisUrl: REDIS_URL });
  await opensearch.close();
  return stores.map(({ name, healthy, detail }) => ({ name, healthy, detail }));
}

const nothing: BoundedCount = { value: 0, relation: 'eq' };

async function readAll(context: Context, pool: Pool, exact: boolean): Promise<Status> {
  const rates = readRates(context.config().ORGDEX_EXCHANGE_RATES);
  const database = await readStatus(pool, { exact });
  const toStatus = (generation: Generation, at: number): GenerationStatus => ({
    id: generation.id,
    state: generationState(generation, at),
    live_since: generation.live_since,
    current_rules: isOurs(generation, rates),
    pending: database.pending.find(({ slot }) => slot === generation.slot)?.count ?? nothing,
  });
  return {
    database,
    generations: (await listGenerations(pool)).map(toStatus),
    stores: await readStores(context, pool),
  };
}

const isHealthy = ({ stores }: Status): boolean => stores.every(({ healthy }) => healthy);

/** The counts, by their name in the JSON output. */
const jsonNames = {
  companies: 'companies',
  companyRecords: 'company_records',
  redirects: 'redirects',
  people: 'people',
  employments: 'employments',
  waiting: 'people_without_company',
  suppressed: 'opt_outs',
} as const satisfies Record<CountName, string>;

function loadedJson(contents: DatabaseStatus['contents']) {
  const entries = Object.entries(jsonNames).map(([name, jsonName]) => ({ jsonName, ...contents[name as CountName] }));
  return {
    ...Object.fromEntries(entries.map(({ jsonName, value }) => [jsonName, value])),
    // The names of the counts above that are estimates.
    estimated: entries.filter(({ estimated }) => estimated).map(({ jsonName }) => jsonName),
  };
}

function toJson(status: Status) {
  const { database, generations, stores } = status;
  return {
    loaded: loadedJson(database.contents),
    generations,
    failed_documents: {
      count: database.failedCount,
      latest: database.failed.map(({ kind, id, reason }) => ({ kind: kinds[kind], id, reason })),
    },
    runs: database.runs.map(toRunJson),
    stores,
    healthy: isHealthy(status),
  };
}

/** `3 changes`, or `100,000 or more changes`. */
const countedTo = ({ value, relation }: BoundedCount, one: string): string =>
  relation === 'eq' ? counted(value, one) : `${formatNumber(value)} or more ${one}s`;

/** An estimate has no more digits than it deserves. */
const shown = ({ value, estimated }: Count): string =>
  estimated ? `about ${formatNumber(Number(value.toPrecision(3)))}` : formatNumber(value);
const shownAs = (count: Count, one: string): string => `${shown(count)} ${count.value === 1 ? one : `${one}s`}`;

function describeLoaded({ contents }: DatabaseStatus): string[] {
  const { companies, companyRecords, redirects, people, employments, waiting, suppressed } = contents;
  const isEstimated = Object.values(contents).some(({ estimated }) => estimated);
  return [
    bold('Loaded'),
    `  companies  ${shown(companies)}, from ${shownAs(companyRecords, 'record')}; ${shownAs(redirects, 'merged id')} redirect`,
    `  people     ${shown(people)}, in ${shownAs(employments, 'position')}; ${shown(waiting)} waiting for their company to be loaded`,
    `  opt-outs   ${shown(suppressed)}`,
    ...(isEstimated ? ['  Large counts are estimates: `orgdex status --exact` counts every row.'] : []),
  ];
}

const generationStates = {
  live: (since: string) => `live since ${since}`,
  kept: (since: string) => `kept for rollback, live since ${since}`,
  building: () => 'being built',
} as const;

function describeGeneration({ id, state, live_since, current_rules, pending }: GenerationStatus): string {
  const since = generationStates[state](`${formatMoment(live_since)} UTC`);
  const rules = current_rules ? '' : '; built by another version of orgdex, run `orgdex rebuild`';
  return `  generation ${id}  ${since}, ${countedTo(pending, 'change')} pending${rules}`;
}

function describePublished({ database, generations }: Status): string[] {
  const failed = database.failedCount;
  return [
    bold('Published'),
    ...(generations.length === 0 ? ['  nothing yet: run `orgdex publish`'] : generations.map(describeGeneration)),
    ...(failed.value > 0
      ? [`  ${red(countedTo(failed, 'failed document'))}, which OpenSearch rejected; the latest:`]
      : []),
    ...database.failed.map(({ kind, id, reason }) => `    ${kinds[kind]} ${id}: ${fit(reason, 200)}`),
  ];
}

const runColumns: readonly Column<ListedRun>[] = [
  { title: 'run', right: true, cell: ({ id }) => String(id) },
  { title: 'source', cell: ({ source }) => fit(source, 30) },
  { title: 'state', cell: stateOf },
  { title: 'started', cell: ({ startedAt }) => formatMoment(startedAt) },
  { title: 'ended', cell: ({ endedAt }) => (endedAt ? formatMoment(endedAt) : '') },
  { title: 'reason', cell: ({ reason }) => fit(reason ?? '', 200) },
];

function describeRuns(runs: readonly ListedRun[]): string[] {
  const lines = runs.length > 0 ? formatTable(runColumns, runs).split('\n') : ['none yet'];
  return [bold('Runs (times in UTC)'), ...lines.map((line) => `  ${line}`)];
}

function describeStores(stores: readonly StoreStatus[]): string[] {
  const lines = stores.map(({ name, healthy, detail }) =>
    healthy
      ? `  ${name.padEnd(10)}  ${green('healthy')}    ${detail}`
      : `  ${name.padEnd(10)}  ${red('unhealthy')}  ${detail}`,
  );
  return [bold('Stores'), ...lines];
}

const describe = (status: Status): string =>
  [
    ...describeLoaded(status.database),
    ...describePublished(status),
    ...describeRuns(status.database.runs),
    ...describeStores(status.stores),
  ].join('\n');

export function statusCommand(context: Context): Command {
  return new Command('status')
    .description('Show what is loaded, pending and running, which generation is live, and the health of the stores')
    .option('--exact', 'Count every row instead of estimating: in a large database this takes minutes')
    .option(...jsonOption)
    .action(({ json = false, exact = false }: { json?: boolean; exact?: boolean }) =>
      context.withDatabase(async (pool) => {
        const status = await readAll(context, pool, exact);
        context.print(json ? JSON.stringify(toJson(status)) : describe(status));
        if (!isHealthy(status)) process.exitCode = 1;
      }),
    );
}
