import { Command } from 'commander';
import { checkEngine } from '../../engine/health.ts';
import type { ListedRun } from '../../ledger/imports/run-list.ts';
import { kinds } from '../../ledger/outbox/enqueue.ts';
import { type Generation, listGenerations } from '../../ledger/outbox/generations.ts';
import type { Pool } from '../../ledger/pool.ts';
import { type LedgerStatus, readStatus } from '../../ledger/status.ts';
import { checkLimiter } from '../../limiter/redis.ts';
import { formatNumber } from '../../output/format-number.ts';
import { isOurs } from '../../publish/drain-outbox.ts';
import { readRates } from '../../settings/exchange-rates.ts';
import type { Context } from '../context.ts';
import { stateOf } from '../output/describe-run.ts';
import { formatMoment } from '../output/format-time.ts';
import { jsonOption } from '../output/json.ts';
import { bold, green, red } from '../output/style.ts';
import { type Column, fit, formatTable } from '../output/table.ts';
import { toRunJson } from './runs.ts';

interface GenerationStatus {
  id: number;
  state: 'live' | 'kept' | 'building';
  live_since: Date | null;
  /** Whether the rules of this version built it. Otherwise only the version that built it can serve it. */
  current_rules: boolean;
  /** Changes that wait to be published. */
  pending: number;
}

interface StoreStatus {
  name: 'PostgreSQL' | 'OpenSearch' | 'Redis';
  healthy: boolean;
  /** The version, or what is wrong. */
  detail: string;
}

interface Status {
  ledger: LedgerStatus;
  generations: GenerationStatus[];
  stores: StoreStatus[];
}

const checks = async (context: Context, ledgerVersion: string): Promise<StoreStatus[]> => {
  const { OPENSEARCH_URL, REDIS_URL } = context.config();
  const { openEngine } = await import('../../engine/client.ts');
  const engine = openEngine(OPENSEARCH_URL);
  const check = (name: StoreStatus['name'], version: Promise<string>): Promise<StoreStatus> =>
    version.then(
      (detail) => ({ name, healthy: true, detail: detail.replace(`${name} `, '') }),
      (error: Error) => ({ name, healthy: false, detail: error.message }),
    );
  const stores = await Promise.all([
    check('PostgreSQL', Promise.resolve(ledgerVersion)),
    check('OpenSearch', checkEngine(engine)),
    check('Redis', checkLimiter(REDIS_URL)),
  ]);
  await engine.close();
  return stores;
};

async function readAll(context: Context, pool: Pool): Promise<Status> {
  const rates = readRates(context.config().ORGDEX_EXCHANGE_RATES);
  const ledger = await readStatus(pool);
  const toStatus = (generation: Generation, at: number): GenerationStatus => ({
    id: generation.id,
    state: generation.live_since === null ? 'building' : at === 0 ? 'live' : 'kept',
    live_since: generation.live_since,
    current_rules: isOurs(generation, rates),
    pending: ledger.pending.find(({ slot }) => slot === generation.slot)?.count ?? 0,
  });
  return {
    ledger,
    generations: (await listGenerations(pool)).map(toStatus),
    stores: await checks(context, ledger.version),
  };
}

const isHealthy = ({ stores }: Status): boolean => stores.every(({ healthy }) => healthy);

function toJson(status: Status) {
  const { ledger, generations, stores } = status;
  return {
    loaded: {
      companies: ledger.companies,
      company_records: ledger.companyRecords,
      redirects: ledger.redirects,
      people: ledger.people,
      employments: ledger.employments,
      people_without_company: ledger.waiting,
      opt_outs: ledger.suppressed,
    },
    generations,
    failed_documents: {
      count: ledger.failedCount,
      latest: ledger.failed.map(({ kind, id, reason }) => ({ kind: kinds[kind], id, reason })),
    },
    runs: ledger.runs.map(toRunJson),
    stores,
    healthy: isHealthy(status),
  };
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

function describeLoaded(ledger: LedgerStatus): string[] {
  const { companies, companyRecords, redirects, people, employments, waiting, suppressed } = ledger;
  return [
    bold('Loaded'),
    `  companies  ${formatNumber(companies)}, from ${counted(companyRecords, 'record')}; ${counted(redirects, 'merged id')} redirect`,
    `  people     ${formatNumber(people)}, in ${counted(employments, 'position')}; ${formatNumber(waiting)} waiting for their company to be loaded`,
    `  opt-outs   ${formatNumber(suppressed)}`,
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
  return `  generation ${id}  ${since}, ${counted(pending, 'change')} pending${rules}`;
}

function describePublished({ ledger, generations }: Status): string[] {
  const failed = ledger.failedCount;
  return [
    bold('Published'),
    ...(generations.length === 0 ? ['  nothing yet: run `orgdex publish`'] : generations.map(describeGeneration)),
    ...(failed > 0
      ? [`  ${red(`${counted(failed, 'failed document')}`)}, which OpenSearch rejected; the latest:`]
      : []),
    ...ledger.failed.map(({ kind, id, reason }) => `    ${kinds[kind]} ${id}: ${fit(reason, 200)}`),
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
    ...describeLoaded(status.ledger),
    ...describePublished(status),
    ...describeRuns(status.ledger.runs),
    ...describeStores(status.stores),
  ].join('\n');

export function statusCommand(context: Context): Command {
  return new Command('status')
    .description('Show what is loaded, pending and running, which generation is live, and the health of the stores')
    .option(...jsonOption)
    .action(({ json = false }: { json?: boolean }) =>
      context.withLedger(async (pool) => {
        const status = await readAll(context, pool);
        context.print(json ? JSON.stringify(toJson(status)) : describe(status));
        if (!isHealthy(status)) process.exitCode = 1;
      }),
    );
}
