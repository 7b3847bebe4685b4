import { assumedPrices, assumptions, nodeCores } from '../../packages/server/src/capacity/assumptions.ts';
import { assumedDemand, type Demand } from '../../packages/server/src/capacity/demand.ts';
import { type Asked, asked, type Figures, isTrial } from '../../packages/server/src/capacity/figures.ts';
import { planOf } from '../../packages/server/src/capacity/plan.ts';
import { formatNumber } from '../../packages/server/src/format-number.ts';
import { currentFigures } from './figures.ts';
import { code, page, table } from './markdown.ts';

const worlds = [
  [100_000, 400_000],
  [1_000_000, 4_000_000],
  [20_000_000, 80_000_000],
  [300_000_000, 1_200_000_000],
] as const;
const rates = [10, 100, 1000] as const;

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format;
const whole = (value: number): string => formatNumber(Math.ceil(value));

/** What the numbers of a formula are called in the tables below it. */
const a = (name: keyof typeof assumptions): string => `*${name}*`;

const formulas: readonly (readonly [what: string, how: string])[] = [
  [
    'index, one copy',
    'companies × (bytes of a company + identifiers of a company × bytes of an identifier) + people × (bytes of a person + bytes of a person in a roster)',
  ],
  [
    'shards (`ORGDEX_SHARDS`)',
    `the largest of the three indices ÷ ${a('shardGb')}, rounded up until every engine node holds as many as another`,
  ],
  ['disk of the engine', `index × copies × ${a('generations')} ÷ ${a('diskFilled')}`],
  ['memory of the engine', `index × copies × ${a('hotShare')} ÷ ${a('pageCache')}`],
  ['cores of the engine', `requests × mean CPU of the engine × ${a('passedOn')} ÷ (1 − headroom)`],
  [
    'engine nodes',
    `the most of: disk ÷ disk of a node, memory ÷ memory of a node, cores ÷ cores of a node, copies (with copies at least ${a('quorum')}). Nodes have ${nodeCores.join(', ')} cores, with ${a('memoryPerCoreGb')} and at most ${a('diskPerMemory')}: the smallest of which ${a('mostNodes')} suffice, and whose heap holds the measured one ÷ ${a('heapUsed')}`,
  ],
  [
    'service processes',
    `requests × mean CPU of the service ÷ (1 − headroom), rounded up, at least ${a('processes')}; each with the measured memory and its cache`,
  ],
  [
    'mean CPU',
    `lookups by the figure *different*, or *zipf* for the part that \`--repeated\` names; searches by *small*, but the part ${a('largeShare')} of them by *large*`,
  ],
  [
    'disk of the ledger',
    `(companies × bytes of a company + people × bytes of a person + counted answers × bytes of an answer) × ${a('ledgerSpare')}; counted answers are requests × ${a('meanOfPeak')} × ${a('usageMonths')}`,
  ],
  ['memory of the ledger', `${a('ledgerHot')}, at least 4 GB; a core for each ${a('memoryPerCoreGb')}, at least two`],
  ['hours of a rebuild', 'documents ÷ documents per second: one process, whatever the cluster'],
  ['cost', 'cores × price + memory × price + disk × price, of all machines'],
];

const measuredRows = (figures: Figures): string[][] => {
  const { engineBytes, perCompany, ledgerBytes, serviceMb, engineHeapMb, rebuildPerSecond } = figures;
  const growth = '`growth`';
  return [
    ['engine: a company', `${short(engineBytes.company)} bytes`, growth],
    ['engine: a person in a roster', `${short(engineBytes.roster)} bytes`, growth],
    ['engine: an identifier', `${short(engineBytes.identifier)} bytes`, growth],
    ['engine: a person', `${short(engineBytes.person)} bytes`, growth],
    ['identifiers of a company', short(perCompany.identifiers), growth],
    ['rosters of a company', short(perCompany.rosters), growth],
    ['ledger: a company', `${short(ledgerBytes.company)} bytes`, growth],
    ['ledger: a person', `${short(ledgerBytes.person)} bytes`, growth],
    ['ledger: a counted answer', `${short(ledgerBytes.answer)} bytes`, growth],
    ['one process of the service, no cache', `${short(serviceMb)} MB`, growth],
    ['heap of the engine node that used most', `${short(engineHeapMb)} MB`, growth],
    ['rebuild, one process', `${short(rebuildPerSecond)} documents/s`, growth],
    ...(Object.keys(asked) as Asked[]).map((kind) => [
      `*${kind}*: ${asked[kind]}`,
      `${short(figures.cpuUs[kind].service)} µs service, ${short(figures.cpuUs[kind].engine)} µs engine`,
      '`speed`',
    ]),
  ];
};

const assumptionRows = Object.entries(assumptions).map(([name, { value, unit, why }]) => [
  `*${name}*`,
  `${formatNumber(value)} ${unit}`,
  why,
]);

function planRow(demand: Demand, figures: Figures): string[] {
  const { needs, shards, nodes, service, ledger, rebuildHours, monthlyCost } = planOf(demand, figures);
  return [
    `${formatNumber(demand.companies)} / ${formatNumber(demand.people)}`,
    formatNumber(demand.requests),
    `${whole(needs.primaryGb)} GB, ${shards}`,
    `${nodes.count} × ${nodes.cores} cores, ${nodes.memoryGb} GB, ${whole(nodes.diskGb)} GB disk`,
    nodes.because,
    String(service.processes),
    `${whole(ledger.memoryGb)} GB, ${whole(ledger.diskGb)} GB disk`,
    short(rebuildHours),
    whole(monthlyCost),
  ];
}

const planTable = (figures: Figures): string =>
  table(
    [
      'Companies / people',
      'Requests/s',
      'Index, shards',
      'Engine nodes',
      'Decided by',
      'Service processes',
      'Ledger',
      'Rebuild, h',
      'US dollars a month',
    ],
    worlds.flatMap(([companies, people]) =>
      rates.map((requests) => planRow({ ...assumedDemand, companies, people, requests }, figures)),
    ),
  );

/** What was estimated before anything was loaded, for the size that the design is for. */
const designed = {
  companies: 300e6,
  people: 1.2e9,
  primaryGb: 1100,
  nodes: 9,
  cores: 16,
  ledgerGb: 2000,
  requests: 1000,
} as const;

function designTable(figures: Figures): string {
  const { companies, people, requests } = designed;
  const { needs, nodes } = planOf({ ...assumedDemand, companies, people, requests }, figures);
  const perCompany = (gb: number) => `${whole((gb * 1e9) / companies)} bytes`;
  const ratio = (ours: number, theirs: number) => (ours / theirs).toFixed(2);
  return table(
    ['', 'Estimated', 'Reckoned from what was measured', 'Ratio'],
    [
      [
        'index, one copy',
        `${whole(designed.primaryGb)} GB`,
        `${whole(needs.primaryGb)} GB`,
        ratio(needs.primaryGb, designed.primaryGb),
      ],
      [
        `the same, for a company with its ${people / companies} people`,
        perCompany(designed.primaryGb),
        perCompany(needs.primaryGb),
        '',
      ],
      [
        'engine nodes',
        `${designed.nodes} of ${designed.cores} cores`,
        `${nodes.count} of ${nodes.cores} cores (${nodes.because} decides)`,
        ratio(nodes.count, designed.nodes),
      ],
      [
        'ledger, without counted answers',
        `${whole(designed.ledgerGb)} GB`,
        `${whole(needs.ledgerGb)} GB`,
        ratio(needs.ledgerGb, designed.ledgerGb),
      ],
    ],
  );
}

const trialWords = ({ growth, speed }: Figures): string =>
  `**Trial figures of a small world** of ${formatNumber(Math.min(growth.people, speed.people))} people: they show how it is reckoned, and are no ground to buy anything on.`;

/** From companies, people and requests to machines, as a formula, with figures, and as a table. */
export function capacityPage(): string {
  const figures = currentFigures();
  const { growth, speed, machine } = figures;
  return page('Capacity', 'packages/server/src/capacity', [
    `From companies, people and requests per second to nodes, memory, disk and monthly cost. ${code('orgdex capacity')} reckons it for your numbers:`,
    '```sh\nnpx orgdex capacity --companies 20M --people 80M --requests 100\n```',
    'It is arithmetic on figures that were measured on one small machine, with an invented world. It tells the order of magnitude and what decides; before you buy, load a part of your own data and look at what it takes.',
    ...(isTrial(figures) ? [trialWords(figures)] : []),
    '## Table',
    `With ${assumedDemand.copies} copies, ${100 * assumedDemand.searches} % of the requests people searches, every lookup of another company, and half of the CPU free. The price is ${assumedPrices.core} US dollars a month for a core, ${assumedPrices.memoryGb} for a GB of memory and ${assumedPrices.diskGb} for a GB of disk: **assumptions of no particular offer; replace them** with ${code('--price-core')}, ${code('--price-memory')} and ${code('--price-disk')}. A limiter of one core is in the price; a standby of the ledger, backups, traffic and people are not.`,
    planTable(figures),
    '## Formula',
    table(['What', 'How'], formulas),
    '## Figures',
    `Bytes, memory and the rebuild were measured as [growth](../performance/growth.md) is, in a world of ${formatNumber(growth.companies)} companies and ${formatNumber(growth.people)} people, ${growth.day}; CPU as [speed](../performance/speed.md) is, in a world of ${formatNumber(speed.people)} people, ${speed.day}, on 64 connections that are always busy with everything on: at a low rate a request costs more, since fewer are gathered into one call, and then there are cores to spare. CPU of PostgreSQL and Redis is not in it. ${machine}`,
    table(['What', 'Measured', 'By `npm run bench`'], measuredRows(figures)),
    `${code('npm run bench')} writes the raw results, ${code('npm run docs')} takes the figures and this page from them, and ${code('npm run check')} compares. Only trial figures may stand without their raw results.`,
    '## Judgement',
    'What nobody measured, and why it is so.',
    table(['Name', 'Value', 'Why'], assumptionRows),
    '## Beside the design',
    `The [design](../../ARCHITECTURE.md#sizes) is for ${formatNumber(designed.companies)} companies and ${formatNumber(designed.people)} people. What that takes was estimated before anything was loaded, with ${assumedDemand.copies} copies of the index. Beside the estimate, at ${formatNumber(designed.requests)} requests per second:`,
    designTable(figures),
    'The estimate left room. How large a profile is depends on what is loaded: a row of a [register](../performance/sources.md) is shorter than an invented profile, one with long texts and values that differ by country is longer; and every update leaves a deleted document until segments are merged. Until a part of your own data is loaded, reckon with the larger of the two. Rosters, a second copy of the people of small companies, are in what was measured and not in the estimate. The estimate does not say how much memory a node has, and here memory decides where the world is large: of nodes with less of it, more are needed.',
  ]);
}
