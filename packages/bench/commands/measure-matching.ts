import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openInstallation } from '../../testing/src/processes/installation.ts';
import type { Quality } from '../src/matching/links.ts';
import type { Kind } from '../src/matching/mistakes.ts';
import { compareOrders, type OrdersReport } from '../src/matching/orders.ts';
import { type MatchingReport, measureMatching } from '../src/matching/report.ts';
import { hostOn, tableOf, whole, writeMeasured } from '../src/report/page.ts';

/**
 * Measures links with a synthetic dataset whose truth is known and writes docs/performance/matching.md.
 * Usage: measure-matching.ts --companies N [--orders N [--in-orders COMPANIES]]; without --orders the earlier
 * result of that part is kept.
 */
const kept = 'docs/performance/matching.json';
const page = 'docs/performance/matching.md';

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '20000' },
    orders: { type: 'string', default: '0' },
    'in-orders': { type: 'string', default: '5000' },
  },
});

interface Measured {
  measured: string;
  report: MatchingReport;
  orders?: OrdersReport;
}

function readKept(): Partial<Measured> {
  try {
    return JSON.parse(readFileSync(kept, 'utf8'));
  } catch {
    return {};
  }
}

const share = (value: number) => value.toFixed(4);

const qualities: [string, (quality: Quality) => string][] = [
  ['right pairs', ({ right }) => whole.format(right)],
  ['wrong pairs', ({ wrong }) => whole.format(wrong)],
  ['missed pairs', ({ missed }) => whole.format(missed)],
  ['**precision**', ({ precision }) => share(precision)],
  ['**recall**', ({ recall }) => share(recall)],
];

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const columns: Record<string, (kind: Kind) => string> = {
  cause: ({ trap }) => trap,
  pairs: ({ count }) => whole.format(count),
  proposed: ({ proposed }) => whole.format(proposed),
  examples: ({ examples }) => examples.map(cell).join('<br>'),
};

function kindTable(kinds: readonly Kind[], shown: readonly string[]): string {
  if (kinds.length === 0) return 'None.';
  return tableOf(
    shown,
    kinds.map((kind) => shown.map((name) => columns[name]?.(kind) ?? '')),
  );
}

const mistakes = ['cause', 'pairs', 'examples'];

function ordersText(orders: OrdersReport | undefined): string {
  if (!orders) return 'Not measured yet.';
  const { orders: count, companies, different } = orders;
  const outcome = different.length === 0 ? '**0 differences**' : `**differences**: ${different.join('; ')}`;
  return `One dataset, loaded in ${count} different orders and file splits, ${whole.format(companies)} companies in each database: ${outcome}.`;
}

function textOf({ measured, report, orders }: Measured): string {
  const { identifiers, webIdentifiers, names, records, traps } = report;
  const counts = Object.entries(records).map(([source, count]) => `${source} ${whole.format(count)}`);
  return [
    hostOn(measured),
    `${whole.format(report.companies)} companies; records: ${counts.join(', ')}. \`orgdex match run\` took ${report.seconds.toFixed(1)} s and ${Math.max(...report.memory)} MB; ${whole.format(report.linked)} matches, ${whole.format(report.candidates)} proposed matches.`,
    tableOf(
      ['', 'by identifier', 'by identifier, web records only', 'by name and location'],
      qualities.map(([name, show]) => [name, show(identifiers), show(webIdentifiers), show(names)]),
    ),
    '### Records per trap',
    tableOf(
      ['trap', 'records'],
      Object.entries(traps)
        .sort(([, a], [, b]) => b - a)
        .map(([trap, count]) => [trap, whole.format(count)]),
    ),
    '### Wrong links by identifier',
    kindTable(identifiers.wrongKinds, mistakes),
    '### Missed links by identifier',
    kindTable(identifiers.missedKinds, mistakes),
    '### Wrong links by name and location',
    kindTable(names.wrongKinds, mistakes),
    '### Missed links by name and location',
    kindTable(names.missedKinds, Object.keys(columns)),
    '### Load order',
    ordersText(orders),
  ].join('\n\n');
}

async function measureOnce(): Promise<MatchingReport> {
  const installation = await openInstallation();
  try {
    return await measureMatching(installation, Number(values.companies));
  } finally {
    await installation.close();
  }
}

const earlier = readKept().orders;
const report = await measureOnce();
const orders =
  Number(values.orders) > 0
    ? await compareOrders({ seed: 1, companies: Number(values['in-orders']) }, Number(values.orders))
    : earlier;
const measured: Measured = { measured: new Date().toISOString().slice(0, 10), report, ...(orders ? { orders } : {}) };
writeFileSync(kept, `${JSON.stringify(measured, null, 2)}\n`);
writeMeasured(page, 'Quality of links', textOf(measured));
