import { readFileSync, writeFileSync } from 'node:fs';
import { openInstallation } from '../../server/test/support/processes/installation.ts';
import { type EachReport, inventedFiles, measureFile } from '../src/imports/each-source.ts';
import { measureSource, type SourceReport } from '../src/imports/source-report.ts';
import { fillPage, hostOn, perSecond, tableOf, whole } from '../src/report/page.ts';

/**
 * Measures sources and writes docs/performance/sources.md; what earlier calls measured is kept.
 *
 * measure-sources.ts ROWS[:ledger] …        the business register at each size; `:ledger` leaves the engine out
 * measure-sources.ts each ROWS [SOURCE …]   every source at one size, from its file to the ledger, or these
 */
const register = 'au-abr';
const page = 'docs/performance/sources.md';
const kept = { sizes: 'docs/performance/sources.json', each: 'docs/performance/sources-each.json' } as const;

function readKept<Report>(path: string): Report[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}

const keep = (path: string, reports: readonly unknown[]) =>
  writeFileSync(path, `${JSON.stringify(reports, null, 2)}\n`);

const seconds = (count: number) => `${whole.format(count)} s`;
const ratio = (value: number) => value.toFixed(2);
const intoLedger = ({ reading, takingIn }: SourceReport) => reading.seconds + takingIn.seconds;

/** One line of the table: what it shows, and how. */
const lines: [string, (report: SourceReport) => string][] = [
  ['of them taken in; sole traders are skipped', ({ accepted }) => whole.format(accepted)],
  ['file (zip)', ({ fileMb }) => `${whole.format(fileMb)} MB`],
  ['parsing alone, one thread', ({ rows, parsing }) => `${perSecond(rows, parsing.seconds)} rows/s`],
  ['**reading**: parse, check, hash, stage', ({ rows, reading }) => `${perSecond(rows, reading.seconds)} rows/s`],
  [
    '**taking in**: compare, identity, ledger',
    ({ accepted, takingIn }) => `${perSecond(accepted, takingIn.seconds)} companies/s`,
  ],
  ['file to ledger', (report) => seconds(intoLedger(report))],
  ['file to ledger, rows of the file', (report) => `${perSecond(report.rows, intoLedger(report))} rows/s`],
  [
    'bare COPY of the records, no index',
    ({ copy }) => `${seconds(copy.seconds)}, ${perSecond(copy.rows, copy.seconds)} rows/s`,
  ],
  [
    'rows/s of the file ÷ rows/s of the bare COPY',
    (r) => ratio(r.rows / intoLedger(r) / (r.copy.rows / r.copy.seconds)),
  ],
  ['the same, only rows that were taken in', (r) => ratio(r.copy.seconds / intoLedger(r))],
  [
    'bare COPY of all rows it leaves, same indexes',
    ({ copyOfAll: all }) => (all ? `${seconds(all.seconds)}, ${whole.format(all.rows)} rows` : '–'),
  ],
  ['that ÷ taking in', ({ copyOfAll: all, takingIn }) => (all ? ratio(all.seconds / takingIn.seconds) : '–')],
  ['memory of the import, each quarter', ({ importMemory }) => `${importMemory.join(', ')} MB`],
  ['ledger on disk', ({ ledgerMb }) => `${whole.format(ledgerMb)} MB`],
  [
    '**publishing**',
    ({ publishing: p }) =>
      p
        ? `${perSecond(p.documents, p.seconds)} documents/s, ${whole.format(p.documents)} in ${seconds(p.seconds)}`
        : '–',
  ],
  ['bare bulk of the same documents ÷ publishing', ({ publishing: p }) => (p ? ratio(p.bulkSeconds / p.seconds) : '–')],
  ['memory of the publisher, each quarter', ({ publishing: p }) => (p ? `${p.memory.join(', ')} MB` : '–')],
  ['engine on disk', ({ publishing: p }) => (p ? `${whole.format(p.engineMb)} MB` : '–')],
  [
    "**next week's file**: changed or new, gone, unchanged",
    ({ next }) => [next.accepted, next.gone, next.unchanged].map((count) => whole.format(count)).join(', '),
  ],
  ['its reading and taking in', ({ next }) => `${seconds(next.reading)} + ${seconds(next.takingIn)}`],
  ['its time ÷ the first', (r) => ratio((r.next.reading + r.next.takingIn) / intoLedger(r))],
  ['its memory, each quarter', ({ next }) => `${next.memory.join(', ')} MB`],
  [
    'its publishing',
    ({ nextPublishing: p }) => (p ? `${whole.format(p.written)} documents written in ${p.seconds.toFixed(1)} s` : '–'),
  ],
];

const sizesTableOf = (reports: readonly SourceReport[]) =>
  tableOf(
    ['', ...reports.map(({ rows }) => whole.format(rows))],
    lines.map(([name, show]) => [name, ...reports.map(show)]),
  );

const eachLines: [string, (report: EachReport) => string][] = [
  ['source', ({ title }) => title],
  ['rows', ({ rows }) => whole.format(rows)],
  ['taken in', ({ accepted }) => whole.format(accepted)],
  ['file, MB', ({ fileMb }) => whole.format(fileMb)],
  ['parsing alone, rows/s', ({ rows, parsing }) => perSecond(rows, parsing)],
  ['reading, rows/s', ({ rows, reading }) => perSecond(rows, reading)],
  ['taking in, records/s', ({ accepted, takingIn }) => perSecond(accepted, takingIn)],
  ['file to ledger, rows/s', ({ rows, reading, takingIn }) => perSecond(rows, reading + takingIn)],
  ['highest memory, MB', ({ peakMb }) => whole.format(peakMb)],
];

const eachTableOf = (reports: readonly EachReport[]) =>
  tableOf(
    eachLines.map(([name]) => name),
    reports.map((report) => eachLines.map(([, show]) => show(report))),
  );

function writePage(): void {
  const sizes = readKept<SourceReport>(kept.sizes);
  const each = readKept<EachReport>(kept.each);
  const withSizes = fillPage(readFileSync(page, 'utf8'), `${hostOn(sizes.at(-1)?.measured)}\n\n${sizesTableOf(sizes)}`);
  writeFileSync(page, fillPage(withSizes, `${hostOn(each.at(-1)?.measured)}\n\n${eachTableOf(each)}`, 'each'));
}

async function measureSize(size: string): Promise<void> {
  const [rows = '', only] = size.split(':');
  const installation = await openInstallation();
  try {
    const report = await measureSource(installation, register, { rows: Number(rows), publishes: only !== 'ledger' });
    const reports = [...readKept<SourceReport>(kept.sizes).filter((other) => other.rows !== report.rows), report];
    keep(
      kept.sizes,
      reports.sort((a, b) => a.rows - b.rows),
    );
    console.log(JSON.stringify(report));
  } finally {
    await installation.close();
  }
}

/** In the order of the sources, whenever each was measured. */
async function measureEach(rows: number, wanted: readonly string[]): Promise<void> {
  for (const file of inventedFiles.filter(({ source }) => wanted.length === 0 || wanted.includes(source))) {
    const report = await measureFile(file, rows);
    const known = new Map(readKept<EachReport>(kept.each).map((other) => [other.title, other]));
    known.set(report.title, report);
    keep(
      kept.each,
      inventedFiles.flatMap(({ title }) => known.get(title) ?? []),
    );
    console.log(JSON.stringify(report));
  }
}

const [first, ...others] = process.argv.slice(2);
if (first === 'each') await measureEach(Number(others[0]), others.slice(1));
else for (const size of first ? [first, ...others] : []) await measureSize(size);
writePage();
