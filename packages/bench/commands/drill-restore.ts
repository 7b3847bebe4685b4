// Backs up, destroys all stores, restores and compares; writes docs/operations/backup.md. Usage: drill-restore.ts [companies]

import { hostOn, tableOf, whole, writeMeasured } from '../src/report/page.ts';
import { dump, latest, pointInTime } from '../src/restore/backups.ts';
import { type DrillResult, runDrill } from '../src/restore/drill.ts';

const companies = Number(process.argv[2] ?? 1_000_000);
const note = (text: string) => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
const seconds = (value: number) => `${whole.format(value)} s`;

const timeLine = (one: DrillResult): string[] => [
  one.way,
  seconds(one.backUpSeconds),
  ...[one.restoreSeconds, one.rebuildSeconds, one.serveSeconds].map(seconds),
  seconds(one.restoreSeconds + one.rebuildSeconds + one.serveSeconds),
];

const outcomeLine = (one: DrillResult): string[] => [
  one.way,
  String(one.differences.length),
  `${one.served} of ${one.optOuts}`,
  one.keysBefore ? 'work' : '**do not work**',
  one.keysAfter ? 'work' : 'are lost',
  `${whole.format(one.usageFound)} of ${whole.format(one.usageExpected)}`,
];

const results = await runDrill([dump, latest, pointInTime], companies, note);
const page = [
  `${hostOn(new Date().toISOString().slice(0, 10))}, ${whole.format(companies)} companies and ${whole.format(4 * companies)} people.`,
  tableOf(
    ['way', 'backup', 'restore of PostgreSQL', 'rebuild', 'start', 'from empty stores to serving (RTO)'],
    results.map(timeLine),
  ),
  tableOf(
    ['way', 'differences', 'opted-out people served', 'keys of before the backup', 'keys of after it', 'usage found'],
    results.map(outcomeLine),
  ),
].join('\n\n');
writeMeasured('docs/operations/backup.md', 'Back up and restore', page);
process.stdout.write(`${page}\n`);
const isGood = (one: DrillResult) =>
  one.differences.length === 0 && one.served === 0 && one.keysBefore && one.usageFound === one.usageExpected;
process.exitCode = results.every(isGood) ? 0 : 1;
