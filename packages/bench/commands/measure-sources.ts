import { readFileSync, writeFileSync } from 'node:fs';
import { openInstallation } from '../../testing/src/processes/installation.ts';
import { measureFile, type SourceSpeedReport, syntheticFiles } from '../src/imports/every-source.ts';
import { measureSource, type SourceReport } from '../src/imports/source-report.ts';
import { fillPage, hostOn, perSecond, tableOf, whole } from '../src/report/page.ts';

/**
 * Measures imports of sources and writes docs/performance/sources.md. Results of earlier runs are kept.
 *
 * measure-sources.ts ROWS[:database] …        the Australian Business Register at each size; `:database` skips publishing
 * measure-sources.ts each ROWS [SOURCE …]   every source, or the named ones, at one size, from the file to the database
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
const intoDatabase = ({ reading, applying }: SourceReport) => reading.seconds + applying.seconds;

/** The rows of the table: title and value. */
const lines: [string, (report: SourceReport) => string][] = [
  ['accepted (sole traders are skipped)', ({ accepted }) => whole.format(accepted)],
  ['file (zip)', ({ fileMb }) => `${whole.format(fileMb)} MB`],
  ['parsing only, one thread', ({ rows, parsing }) => `${perSecond(rows, parsing.seconds)} rows/s`],
  ['**read**: parse, validate, hash, stage', ({ rows, reading }) => `${perSecond(rows, reading.seconds)} rows/s`],
  [
    '**apply**: compare, identity, database',
    ({ accepted, applying }) => `${perSecond(accepted, applying.seconds)} companies/s`,
  ],
  ['file to database', (report) => seconds(intoDatabase(report))],
  ['file to database, rows of the file', (report) => `${perSecond(report.rows, intoDatabase(report))} rows/s`],
  [
    'COPY of the records, no index',
    ({ copy }) => `${seconds(copy.seconds)}, ${perSecond(copy.rows, copy.seconds)} rows/s`,
  ],
  ['rows/s of the file ÷ rows/s of that COPY', (r) => ratio(r.rows / intoDatabase(r) / (r.copy.rows / r.copy.seconds))],
  ['the same, accepted rows only', (r) => ratio(r.copy.seconds / intoDatabase(r))],
  [
    'COPY of all rows that the import writes, same indexes',
    ({ copyAll: all }) => (all ? `${seconds(all.seconds)}, ${whole.format(all.rows)} rows` : '–'),
  ],
  ['that ÷ apply', ({ copyAll: all, applying }) => (all ? ratio(all.seconds / applying.seconds) : '–')],
  ['peak memory of the import, per quarter of the run time', ({ importMemory }) => `${importMemory.join(', ')} MB`],
  ['database on disk', ({ databaseMb }) => `${whole.format(databaseMb)} MB`],
  [
    '**publish**',
    ({ publishing: p }) =>
      p
        ? `${perSecond(p.documents, p.seconds)} documents/s, ${whole.format(p.documents)} in ${seconds(p.seconds)}`
        : '–',
  ],
  [
    'bulk requests with the same documents ÷ publish',
    ({ publishing: p }) => (p ? ratio(p.bulkSeconds / p.seconds) : '–'),
  ],
  ['peak memory of the publisher, per quarter', ({ publishing: p }) => (p ? `${p.memory.join(', ')} MB` : '–')],
  ['OpenSearch on disk', ({ publishing: p }) => (p ? `${whole.format(p.opensearchMb)} MB` : '–')],
  [
    '**file of the next week**: changed or new, removed, unchanged',
    ({ next }) => [next.accepted, next.gone, next.unchanged].map((count) => whole.format(count)).join(', '),
  ],
  ['read + apply', ({ next }) => `${seconds(next.reading)} + ${seconds(next.applying)}`],
  ['time ÷ first file', (r) => ratio((r.next.reading + r.next.applying) / intoDatabase(r))],
  [
    'read + apply without fingerprints, as many changes',
    ({ nextWithoutFingerprints: n }) => (n ? `${seconds(n.reading)} + ${seconds(n.applying)}` : '–'),
  ],
  [
    'time with ÷ without fingerprints',
    ({ next, nextWithoutFingerprints: n }) =>
      n ? ratio((next.reading + next.applying) / (n.reading + n.applying)) : '–',
  ],
  ['peak memory, per quarter', ({ next }) => `${next.memory.join(', ')} MB`],
  [
    'publish the changes',
    ({ nextPublishing: p }) => (p ? `${whole.format(p.written)} documents written in ${p.seconds.toFixed(1)} s` : '–'),
  ],
];

const sizesTableOf = (reports: readonly SourceReport[]) =>
  tableOf(
    ['', ...reports.map(({ rows }) => whole.format(rows))],
    lines.map(([name, show]) => [name, ...reports.map(show)]),
  );

const eachLines: [string, (report: SourceSpeedReport) => string][] = [
  ['source', ({ title }) => title],
  ['rows', ({ rows }) => whole.format(rows)],
  ['accepted', ({ accepted }) => whole.format(accepted)],
  ['file, MB', ({ fileMb }) => whole.format(fileMb)],
  ['parsing only, rows/s', ({ rows, parsing }) => perSecond(rows, parsing)],
  ['read, rows/s', ({ rows, reading }) => perSecond(rows, reading)],
  ['apply, records/s', ({ accepted, applying }) => perSecond(accepted, applying)],
  ['file to database, rows/s', ({ rows, reading, applying }) => perSecond(rows, reading + applying)],
  ['peak memory, MB', ({ peakMb }) => whole.format(peakMb)],
];

const eachTableOf = (reports: readonly SourceSpeedReport[]) =>
  tableOf(
    eachLines.map(([name]) => name),
    reports.map((report) => eachLines.map(([, show]) => show(report))),
  );

function writePage(): void {
  const sizes = readKept<SourceReport>(kept.sizes);
  const each = readKept<SourceSpeedReport>(kept.each);
  const withSizes = fillPage(readFileSync(page, 'utf8'), `${hostOn(sizes.at(-1)?.measured)}\n\n${sizesTableOf(sizes)}`);
  writeFileSync(page, fillPage(withSizes, `${hostOn(each.at(-1)?.measured)}\n\n${eachTableOf(each)}`, 'each'));
}

async function measureSize(size: string): Promise<void> {
  const [rows = '', only] = size.split(':');
  const installation = await openInstallation();
  try {
    const report = await measureSource(installation, register, { rows: Number(rows), publishes: only !== 'database' });
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

/** Writes the results in the order of the sources. */
async function measureEach(rows: number, wanted: readonly string[]): Promise<void> {
  for (const file of syntheticFiles.filter(({ source }) => wanted.length === 0 || wanted.includes(source))) {
    const report = await measureFile(file, rows);
    const known = new Map(readKept<SourceSpeedReport>(kept.each).map((other) => [other.title, other]));
    known.set(report.title, report);
    keep(
      kept.each,
      syntheticFiles.flatMap(({ title }) => known.get(title) ?? []),
    );
    console.log(JSON.stringify(report));
  }
}

const [first, ...others] = process.argv.slice(2);
if (first === 'each') await measureEach(Number(others[0]), others.slice(1));
else for (const size of first ? [first, ...others] : []) await measureSize(size);
writePage();
