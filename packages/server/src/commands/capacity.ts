import { Command } from 'commander';
import { assumptions, type Prices } from '../capacity/assumptions.ts';
import { assumedDemand, type Demand } from '../capacity/demand.ts';
import { figures, isTrial } from '../capacity/figures.ts';
import type { Reason } from '../capacity/nodes.ts';
import { type Plan, planOf } from '../capacity/plan.ts';
import { formatNumber } from '../format-number.ts';
import type { Context } from './context.ts';
import { parseAmount } from './parse-amount.ts';
import { type Column, formatTable } from './table.ts';

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
  disk: 'disk decides: copies, two generations and room to merge',
  memory: 'memory decides: the part that is asked for most',
  CPU: 'CPU decides: the requests',
  copies: 'copies decide: each on a node of its own',
};

const machine = (cores: number, memoryGb: number, diskGb: number): string =>
  `${formatNumber(cores)} ${cores === 1 ? 'core' : 'cores'}, ${gb(memoryGb)} memory${diskGb > 0 ? `, ${gb(diskGb)} disk` : ''}`;

function linesOf({ needs, nodes, service, ledger, limiter }: Plan): Line[] {
  const perProcess = service.memoryGb / service.processes;
  const isBusy = needs.serviceCores > assumptions.processes.value;
  return [
    ['engine node', up(nodes.count), machine(nodes.cores, nodes.memoryGb, nodes.diskGb), reasons[nodes.because]],
    [
      'service process',
      up(service.processes),
      machine(1, perProcess, 0),
      isBusy ? 'CPU decides: the requests' : 'one may be restarted',
    ],
    [
      'ledger',
      '1',
      machine(ledger.cores, ledger.memoryGb, ledger.diskGb),
      `${gb(needs.ledgerGb)} of companies and people, ${gb(needs.usageGb)} of counted answers`,
    ],
    ['limiter', '1', machine(limiter.cores, limiter.memoryGb, 0), 'limits of the keys that ask'],
  ];
}

const columns: readonly Column<Line>[] = [
  { title: 'what', cell: ([what]) => what },
  { title: 'how many', right: true, cell: ([, count]) => count },
  { title: 'each', cell: ([, , each]) => each },
  { title: 'why', cell: ([, , , why]) => why },
];

function describe(plan: Plan, demand: Demand): string {
  const { needs, total, shards, nodes } = plan;
  const { core, memoryGb, diskGb } = demand.prices;
  const replicas = nodes.count === demand.copies ? 'auto' : String(demand.copies - 1);
  return [
    formatTable(columns, linesOf(plan)),
    '',
    `index      ${gb(needs.primaryGb)} a copy, ${formatNumber(demand.copies)} copies; ORGDEX_SHARDS=${shards} ORGDEX_REPLICAS=${replicas}`,
    `rebuild    ${hours(plan.rebuildHours)} h for ${up(needs.documents)} documents`,
    `in all     ${machine(total.cores, total.memoryGb, total.diskGb)}`,
    `a month    ${up(plan.monthlyCost)} US dollars, if a core is ${core}, a GB of memory ${memoryGb} and a GB of disk ${diskGb}`,
  ].join('\n');
}

const origin = `${isTrial(figures) ? 'Trial figures of a small world. ' : ''}Reckoned from a world of ${formatNumber(figures.growth.people)} people on ${figures.machine} How: docs/reference/capacity.md`;
const priceFlags = { priceCore: '--price-core', priceMemory: '--price-memory', priceDisk: '--price-disk' } as const;

/** Which prices nobody gave. */
function assumedNote(command: Command): string | undefined {
  const assumed = Object.entries(priceFlags).filter(([name]) => command.getOptionValueSource(name) === 'default');
  if (assumed.length === 0) return undefined;
  return `Prices that are assumptions, say yours: ${assumed.map(([, flag]) => flag).join(', ')}.`;
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
  context.print(json ? JSON.stringify({ demand, ...plan }) : describe(plan, demand));
  if (json) return;
  context.note(origin);
  const assumed = assumedNote(command);
  if (assumed) context.note(assumed);
}

export function capacityCommand(context: Context): Command {
  const { copies, searches, repeated, headroom, prices } = assumedDemand;
  return new Command('capacity')
    .description('what machines a number of companies, people and requests needs, and what they cost; asks nothing')
    .requiredOption('--companies <n>', 'how many companies, such as 250000 or 20M', parseAmount)
    .requiredOption('--people <n>', 'how many people work in them, such as 1.2B', parseAmount)
    .requiredOption('--requests <n>', 'requests per second in the busiest hour', parseAmount)
    .option('--copies <n>', 'of each document in the engine', parseAmount, copies)
    .option('--searches <share>', 'part of the requests that are people searches', parseAmount, searches)
    .option(
      '--repeated <share>',
      'part of the lookups that ask about a few companies again and again',
      parseAmount,
      repeated,
    )
    .option('--headroom <share>', 'part of the CPU that is left free', parseAmount, headroom)
    .option('--price-core <n>', 'US dollars a month for a core', parseAmount, prices.core)
    .option('--price-memory <n>', 'US dollars a month for a GB of memory', parseAmount, prices.memoryGb)
    .option('--price-disk <n>', 'US dollars a month for a GB of disk', parseAmount, prices.diskGb)
    .option('--json', 'as JSON')
    .action((options: Options, command: Command) => run(context, options, command));
}
