import { Command } from 'commander';
import { formatNumber } from '../../core/output/numbers.ts';
import { assumptions, type Prices } from '../capacity/assumptions.ts';
import { type Plan, planOf } from '../capacity/capacity-plan.ts';
import { assumedDemand, type Demand } from '../capacity/demand.ts';
import { figures, isTrial } from '../capacity/figures.ts';
import type { Reason } from '../capacity/needs.ts';
import type { Context } from '../context.ts';
import { parseAmount } from '../options/parse.ts';
import { jsonOption, withSnakeCase } from '../output/json.ts';
import { type Column, formatTable } from '../output/table.ts';

interface Options extends Omit<Demand, 'prices'> {
  priceCore: number;
  priceMemory: number;
  priceDisk: number;
  json?: boolean;
}

type Line = readonly [what: string, count: string, each: string, why: string];

const up = (value: number): string => formatNumber(Math.ceil(value));
const gb = (value: number): string =>
  value < 10 ? `${(Math.ceil(value * 10) / 10).toFixed(1)} GB` : `${up(value)} GB`;
const hours = (value: number): string => (value < 10 ? value.toFixed(1) : up(value));

const reasons: Readonly<Record<Reason, string>> = {
  disk: 'limited by disk: copies, two generations and space for merges',
  memory: 'limited by memory: the most requested part of the index',
  CPU: 'limited by CPU: requests per second',
  copies: 'one node for each copy',
};

const machine = (cores: number, memoryGb: number, diskGb: number): string =>
  `${formatNumber(cores)} ${cores === 1 ? 'core' : 'cores'}, ${gb(memoryGb)} memory${diskGb > 0 ? `, ${gb(diskGb)} disk` : ''}`;

function linesOf({ needs, nodes, service, database, redis }: Plan): Line[] {
  const perProcess = service.memoryGb / service.processes;
  const isBusy = needs.serviceCores > assumptions.processes.value;
  return [
    ['OpenSearch node', up(nodes.count), machine(nodes.cores, nodes.memoryGb, nodes.diskGb), reasons[nodes.because]],
    [
      'serve process',
      up(service.processes),
      machine(1, perProcess, 0),
      isBusy ? reasons.CPU : 'two, so that one can restart',
    ],
    [
      'PostgreSQL',
      '1',
      machine(database.cores, database.memoryGb, database.diskGb),
      `${gb(needs.databaseGb)} for companies and people, ${gb(needs.usageGb)} for usage`,
    ],
    ['Redis', '1', machine(redis.cores, redis.memoryGb, 0), 'rate limits'],
  ];
}

const columns: readonly Column<Line>[] = [
  { title: 'component', cell: ([what]) => what },
  { title: 'count', right: true, cell: ([, count]) => count },
  { title: 'each', cell: ([, , each]) => each },
  { title: 'reason', cell: ([, , , why]) => why },
];

function describeLoad({ hours: { total, ...steps }, needs }: Plan, cores: number): string {
  const each = Object.entries(steps).map(([step, value]) => `${step} ${hours(value)} h`);
  return `${hours(total)} h on ${formatNumber(cores)} ${cores === 1 ? 'core' : 'cores'}: ${each.join(', ')} for ${up(needs.documents)} documents`;
}

function describe(plan: Plan, demand: Demand): string {
  const { needs, total, shards, nodes } = plan;
  const { core, memoryGb, diskGb } = demand.prices;
  const replicas = nodes.count === demand.copies ? 'auto' : String(demand.copies - 1);
  return [
    formatTable(columns, linesOf(plan)),
    '',
    `index      ${gb(needs.primaryGb)} per copy, ${formatNumber(demand.copies)} copies; ORGDEX_SHARDS=${shards} ORGDEX_REPLICAS=${replicas}`,
    `first load ${describeLoad(plan, demand.cores)}`,
    `total      ${machine(total.cores, total.memoryGb, total.diskGb)}`,
    `cost       ${up(plan.monthlyCost)} US dollars per month, at ${core} per core, ${memoryGb} per GB of memory and ${diskGb} per GB of disk`,
  ].join('\n');
}

const origin = [
  `${isTrial(figures) ? 'Trial figures from a small dataset. ' : ''}Estimated from a dataset of`,
  `${formatNumber(figures.growth.people)} people, measured on ${figures.machine} Method:`,
  'docs/reference/capacity.md',
].join(' ');
const priceFlags = { priceCore: '--price-core', priceMemory: '--price-memory', priceDisk: '--price-disk' } as const;

/** Which prices are defaults. */
function assumedNote(command: Command): string | undefined {
  const assumed = Object.entries(priceFlags).filter(([name]) => command.getOptionValueSource(name) === 'default');
  if (assumed.length === 0) return undefined;
  return `Some prices are assumptions. Set yours with ${assumed.map(([, flag]) => flag).join(', ')}.`;
}

const toPrices = ({ priceCore, priceMemory, priceDisk }: Options): Prices => ({
  core: priceCore,
  memoryGb: priceMemory,
  diskGb: priceDisk,
});

function run(context: Context, options: Options, command: Command): void {
  const { json, priceCore: _, priceMemory: __, priceDisk: ___, ...amounts } = options;
  const demand: Demand = { ...amounts, prices: toPrices(options) };
  const plan = planOf(demand);
  context.print(json ? JSON.stringify(withSnakeCase({ demand, ...plan })) : describe(plan, demand));
  if (json) return;
  context.note(origin);
  const assumed = assumedNote(command);
  if (assumed) context.note(assumed);
}

export function capacityCommand(context: Context): Command {
  const { copies, searches, repeated, headroom, cores, prices } = assumedDemand;
  return new Command('capacity')
    .description(
      'Estimate the machines, and their cost, for a number of companies, people and requests. Needs no running stores',
    )
    .requiredOption('--companies <n>', 'Number of companies, such as 250000 or 20M', parseAmount)
    .requiredOption('--people <n>', 'Number of people who work in them, such as 1.2B', parseAmount)
    .requiredOption('--requests <n>', 'Requests per second in the busiest hour', parseAmount)
    .option('--copies <n>', 'Copies of each document in OpenSearch', parseAmount, copies)
    .option('--searches <fraction>', 'Fraction of requests that are people searches', parseAmount, searches)
    .option('--repeated <fraction>', 'Fraction of lookups that go to a few popular companies', parseAmount, repeated)
    .option('--headroom <fraction>', 'Fraction of the CPU that stays free', parseAmount, headroom)
    .option('--cores <n>', 'Cores of the machine that loads the data, with PostgreSQL', parseAmount, cores)
    .option('--price-core <n>', 'US dollars per month for a core', parseAmount, prices.core)
    .option('--price-memory <n>', 'US dollars per month for a GB of memory', parseAmount, prices.memoryGb)
    .option('--price-disk <n>', 'US dollars per month for a GB of disk', parseAmount, prices.diskGb)
    .option(...jsonOption)
    .action((options: Options, command: Command) => run(context, options, command));
}
