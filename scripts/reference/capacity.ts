import { assumedPrices, assumptions, nodeCores } from '../../packages/server/src/cli/capacity/assumptions.ts';
import { planOf } from '../../packages/server/src/cli/capacity/capacity-plan.ts';
import { assumedDemand, type Demand } from '../../packages/server/src/cli/capacity/demand.ts';
import { type Asked, asked, type Figures, isTrial } from '../../packages/server/src/cli/capacity/figures.ts';
import { applyConnections } from '../../packages/server/src/cli/capacity/needs.ts';
import { formatNumber } from '../../packages/server/src/core/output/numbers.ts';
import { currentFigures } from './figures.ts';
import { code, page, table } from './markdown.ts';

const datasets = [
  [100_000, 400_000],
  [1_000_000, 4_000_000],
  [20_000_000, 80_000_000],
  [300_000_000, 1_200_000_000],
] as const;
const rates = [10, 100, 1000] as const;

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format;
const whole = (value: number): string => formatNumber(Math.ceil(value));

/** The name of an assumption, as in the table below the formulas. */
const a = (name: keyof typeof assumptions): string => `*${name}*`;

const formulas: readonly (readonly [what: string, how: string])[] = [
  [
    'index, one copy',
    'companies × (bytes per company in each of its three indices + identifiers per company × bytes per identifier) + people × (bytes per person + bytes per person in a roster)',
  ],
  [
    'shards (`ORGDEX_SHARDS`)',
    `size of the largest index ÷ ${a('shardGb')}, rounded up to the same number on every node`,
  ],
  ['OpenSearch disk', `index × copies × ${a('generations')} ÷ ${a('diskFilled')}`],
  ['OpenSearch memory', `index × copies × ${a('hotShare')} ÷ ${a('pageCache')}`],
  ['OpenSearch cores', `requests × mean OpenSearch CPU × ${a('passedOn')} ÷ (1 − headroom)`],
  [
    'OpenSearch nodes',
    `the maximum of: disk ÷ disk per node, memory ÷ memory per node, cores ÷ cores per node, copies (at least ${a('quorum')} with replicas). A node has ${nodeCores.join(', ')} cores, with ${a('memoryPerCoreGb')} and at most ${a('diskPerMemory')}; the smallest size is used that needs at most ${a('mostNodes')} nodes and whose heap is at least the measured one ÷ ${a('heapUsed')}`,
  ],
  [
    'service processes',
    `requests × mean service CPU ÷ (1 − headroom), rounded up, at least ${a('processes')}; each with the measured memory plus its cache`,
  ],
  [
    'mean CPU',
    `lookups cost *different*, or *zipf* for the share in \`--repeated\`; searches cost *small*, or *large* for the share ${a('largeShare')}`,
  ],
  [
    'PostgreSQL disk',
    `(companies × bytes per company + people × bytes per person + metered responses × bytes per response) × ${a('databaseSpare')}; metered responses are requests × ${a('meanOfPeak')} × ${a('usageMonths')}`,
  ],
  ['PostgreSQL memory', `${a('databaseHot')}, at least 4 GB; one core per ${a('memoryPerCoreGb')}, at least two`],
  [
    'read time',
    'rows × CPU of the command ÷ (cores × efficiency of lanes); at least rows × CPU of PostgreSQL while it stages, since that is one connection. A row is a company or a person',
  ],
  [
    'apply time',
    `rows × CPU of PostgreSQL while it applies ÷ (connections × efficiency of lanes), with as many connections as cores, at most ${applyConnections}`,
  ],
  ['match time', 'companies × CPU of a complete match run ÷ (cores × efficiency of lanes)'],
  [
    'rebuild time',
    'documents × the larger of: CPU of the command and PostgreSQL ÷ (cores × efficiency of lanes), CPU of OpenSearch ÷ (cores of all nodes × efficiency of lanes)',
  ],
  ['cost', 'cores × price + memory × price + disk × price, for all machines'],
];

const measuredRows = (figures: Figures): string[][] => {
  const { opensearchBytes, perCompany, databaseBytes, serviceMb, opensearchHeapMb, work } = figures;
  const growth = '`bench -- capacity`';
  return [
    ['OpenSearch: company', `${short(opensearchBytes.company)} bytes`, growth],
    ['OpenSearch: person in a roster', `${short(opensearchBytes.roster)} bytes`, growth],
    ['OpenSearch: identifier', `${short(opensearchBytes.identifier)} bytes`, growth],
    ['OpenSearch: person', `${short(opensearchBytes.person)} bytes`, growth],
    ['OpenSearch: company, for search', `${short(opensearchBytes.search)} bytes`, '`bench -- quality search`'],
    ['OpenSearch: company, for sources', `${short(opensearchBytes.sources)} bytes`, '`bench -- quality search`'],
    ['identifiers per company', short(perCompany.identifiers), growth],
    ['rosters per company', short(perCompany.rosters), growth],
    ['PostgreSQL: company', `${short(databaseBytes.company)} bytes`, growth],
    ['PostgreSQL: person', `${short(databaseBytes.person)} bytes`, growth],
    ['PostgreSQL: metered response', `${short(databaseBytes.answer)} bytes`, growth],
    ['service process, without cache', `${short(serviceMb)} MB`, growth],
    ['largest heap of an OpenSearch node', `${short(opensearchHeapMb)} MB`, growth],
    ['import, CPU of the command', `${short(work.readUs)} µs per row`, '`bench -- load import`'],
    ['import, CPU of PostgreSQL while it stages', `${short(work.stageUs)} µs per row`, '`bench -- load import`'],
    ['import, CPU of PostgreSQL while it applies', `${short(work.applyUs)} µs per row`, '`bench -- load import`'],
    ['complete match run, CPU with PostgreSQL', `${short(work.matchUs)} µs per company`, '`bench -- load six`'],
    [
      'rebuild, CPU of the command and PostgreSQL',
      `${short(work.documentUs)} µs per document`,
      '`bench -- load rebuild`',
    ],
    ['rebuild, CPU of OpenSearch', `${short(work.indexUs)} µs per document`, '`bench -- load rebuild`'],
    ['efficiency of lanes', short(work.laneEfficiency), '`bench -- load rebuild`'],
    ...(Object.keys(asked) as Asked[]).map((kind) => [
      `*${kind}*: ${asked[kind]}`,
      `${short(figures.cpuUs[kind].service)} µs service, ${short(figures.cpuUs[kind].opensearch)} µs OpenSearch`,
      '`bench -- speed`',
    ]),
  ];
};

const assumptionRows = Object.entries(assumptions).map(([name, { value, unit, why }]) => [
  `*${name}*`,
  `${formatNumber(value)} ${unit}`,
  why,
]);

function planRow(demand: Demand, figures: Figures): string[] {
  const { needs, shards, nodes, service, database, hours, monthlyCost } = planOf(demand, figures);
  return [
    `${formatNumber(demand.companies)} / ${formatNumber(demand.people)}`,
    formatNumber(demand.requests),
    `${whole(needs.primaryGb)} GB, ${shards}`,
    `${nodes.count} × ${nodes.cores} cores, ${nodes.memoryGb} GB, ${whole(nodes.diskGb)} GB disk`,
    nodes.because,
    String(service.processes),
    `${whole(database.memoryGb)} GB, ${whole(database.diskGb)} GB disk`,
    short(hours.total),
    whole(monthlyCost),
  ];
}

const planTable = (figures: Figures): string =>
  table(
    [
      'Companies / people',
      'Requests/s',
      'Index, shards',
      'OpenSearch nodes',
      'Limited by',
      'Service processes',
      'PostgreSQL',
      'Load, hours',
      'US dollars per month',
    ],
    datasets.flatMap(([companies, people]) =>
      rates.map((requests) => planRow({ ...assumedDemand, companies, people, requests }, figures)),
    ),
  );

/** The estimate for the size that the system is designed for, made before any data was loaded. */
const designed = {
  companies: 300e6,
  people: 1.2e9,
  primaryGb: 1100,
  nodes: 9,
  cores: 16,
  databaseGb: 2000,
  requests: 1000,
} as const;

function designTable(figures: Figures): string {
  const { companies, people, requests } = designed;
  const { needs, nodes } = planOf({ ...assumedDemand, companies, people, requests }, figures);
  const perCompany = (gb: number) => `${whole((gb * 1e9) / companies)} bytes`;
  const ratio = (ours: number, theirs: number) => (ours / theirs).toFixed(2);
  return table(
    ['', 'Estimated', 'Calculated from measurements', 'Ratio'],
    [
      [
        'index, one copy',
        `${whole(designed.primaryGb)} GB`,
        `${whole(needs.primaryGb)} GB`,
        ratio(needs.primaryGb, designed.primaryGb),
      ],
      [
        `index, per company with ${people / companies} people`,
        perCompany(designed.primaryGb),
        perCompany(needs.primaryGb),
        '',
      ],
      [
        'OpenSearch nodes',
        `${designed.nodes} with ${designed.cores} cores`,
        `${nodes.count} with ${nodes.cores} cores (limited by ${nodes.because})`,
        ratio(nodes.count, designed.nodes),
      ],
      [
        'PostgreSQL, without metered responses',
        `${whole(designed.databaseGb)} GB`,
        `${whole(needs.databaseGb)} GB`,
        ratio(needs.databaseGb, designed.databaseGb),
      ],
    ],
  );
}

/** What the largest installation looks like, in words. */
function largestInstallation(figures: Figures): string[] {
  const { companies, people, requests } = designed;
  const cores = 32;
  const demand = { ...assumedDemand, companies, people, requests, cores };
  const { needs, nodes, shards, service, database, hours } = planOf(demand, figures);
  const hour = (value: number) => `${short(value)} h`;
  return [
    `${formatNumber(companies)} companies, ${formatNumber(people)} people, ${formatNumber(requests)} requests per second in the busiest hour:`,
    [
      `- **${nodes.count} OpenSearch nodes**, each with ${nodes.cores} cores, ${nodes.memoryGb} GB of memory and ${whole(nodes.diskGb)} GB of disk. They hold ${demand.copies} copies of ${whole(needs.primaryGb)} GB in ${shards} shards, and beside them the next generation while it is built. Each request is served by the memory of a node; what is rarely requested comes from its disk.`,
      `- **One machine for PostgreSQL and the jobs**, with ${cores} cores, at least ${whole(database.memoryGb)} GB of memory for PostgreSQL and 300 MB for each lane, and ${whole(database.diskGb)} GB of fast disk. After the first load, ${database.cores} cores are enough. A standby of the same size is not included.`,
      `- **${service.processes} service processes** on any machines, one core and ${gbOf(service.memoryGb / service.processes)} each, behind a load balancer.`,
      '- **Redis** on one core, for limits and revoked keys.',
    ].join('\n'),
    `The first load takes about ${hour(hours.total)}: ${hour(hours.read)} to read the files, ${hour(hours.apply)} to apply them, ${hour(hours.match)} to match, ${hour(hours.rebuild)} to build ${formatNumber(needs.documents)} documents. Reading is limited by the connection that stages the rows, applying by ${applyConnections} connections. The formula counts CPU only: it assumes disks that keep up, and it was measured with data that fits in memory, so plan for more. Later files cost a fraction of it ([measured](../performance/loading.md#registers)).`,
  ];
}

const gbOf = (value: number): string => `${short(value)} GB`;

const trialWords = ({ growth, speed }: Figures): string =>
  `**Trial figures from a small dataset** of ${formatNumber(Math.min(growth.people, speed.people))} people. They show how the calculation works; do not buy hardware based on them.`;

/** The machines that companies, people and requests need: a table, the formulas and the measurements. */
export function capacityPage(): string {
  const figures = currentFigures();
  const { growth, speed, search, work, machine } = figures;
  return page('Capacity', 'packages/server/src/cli/capacity', [
    `Estimate the nodes, memory, disk and monthly cost for a number of companies, people and requests per second. ${code('orgdex capacity')} calculates them for your numbers:`,
    '```sh\nnpx orgdex capacity --companies 20M --people 80M --requests 100\n```',
    'The calculation is based on measurements of synthetic data on one small machine. It gives the order of magnitude and the limiting resource. Before you buy hardware, load a part of your own data and measure.',
    ...(isTrial(figures) ? [trialWords(figures)] : []),
    '## Examples',
    `With ${assumedDemand.copies} copies of the index, ${100 * assumedDemand.searches} % people searches, lookups with unique keys, and 50 % CPU headroom. *Load* is the first load of everything, up to the rebuilt index, on a machine with ${assumedDemand.cores} cores and PostgreSQL; choose them with ${code('--cores')}. Prices are ${assumedPrices.core} US dollars per month for a core, ${assumedPrices.memoryGb} for a GB of memory and ${assumedPrices.diskGb} for a GB of disk. **These are assumptions, not offers; replace them** with ${code('--price-core')}, ${code('--price-memory')} and ${code('--price-disk')}. The cost includes Redis on one core; it does not include a PostgreSQL standby, backups, network traffic or staff.`,
    planTable(figures),
    '## The largest installation, machine by machine',
    ...largestInstallation(figures),
    '## Formulas',
    table(['Result', 'Formula'], formulas),
    '## Measurements',
    `Bytes and memory are from [growth](../performance/capacity.md), with ${formatNumber(growth.companies)} companies and ${formatNumber(growth.people)} people, ${growth.day}; bytes of the indices for search and sources from [search](../performance/quality.md#search), with ${formatNumber(search.companies)} companies, ${search.day}. CPU is from [speed](../performance/speed.md), with ${formatNumber(speed.people)} people, ${speed.day}, on 64 busy connections and the full service. At a low rate a request costs more CPU, because fewer requests share a batch; but then there are cores to spare. CPU of PostgreSQL and Redis is not included. The cost of loading is from [loading](../performance/loading.md), the rebuild with ${formatNumber(work.companies)} companies and ${formatNumber(work.people)} people, ${work.day}. ${machine}`,
    table(['What', 'Measured', 'Command'], measuredRows(figures)),
    `The commands, after ${code('npm run')}, write the raw results; ${code('npm run docs')} derives the figures and this page from them, and ${code('npm run check')} checks that they match.`,
    '## Assumptions',
    'Values that were not measured, each with its reason.',
    table(['Name', 'Value', 'Reason'], assumptionRows),
    '## Comparison with the design',
    `The system is [designed](../../ARCHITECTURE.md#sizes) for ${formatNumber(designed.companies)} companies and ${formatNumber(designed.people)} people. The estimate was made before any data was loaded, with ${assumedDemand.copies} copies of the index. Compared with the calculation, at ${formatNumber(designed.requests)} requests per second:`,
    designTable(figures),
    'The estimate was conservative. The size of a profile depends on the data: a [register](../performance/loading.md#registers) entry is smaller than a synthetic profile; a profile with long texts and values for several countries is larger. Every update leaves a deleted document until segments are merged. Until you have loaded a part of your own data, plan with the larger of the two numbers. The measurements include rosters (a second copy of the people of small companies), the estimate does not. The estimate does not state the memory of a node, and large datasets are limited by memory: nodes with less memory means more nodes.',
  ]);
}
