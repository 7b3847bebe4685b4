import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { openInstallation } from '../packages/server/test/support/installation.ts';
import { measureSource, type SourceReport } from '../packages/server/test/support/source-report.ts';

/**
 * Measures a register at its real size and writes docs/performance/sources.md. Sizes are measured one after the other;
 * those of earlier calls are kept. Usage: measure-sources.ts ROWS[:ledger] …; `:ledger` leaves the engine out.
 */
const source = 'au-abr';
const kept = 'docs/performance/sources.json';
const page = 'docs/performance/sources.md';

function readKept(): SourceReport[] {
  try {
    return JSON.parse(readFileSync(kept, 'utf8'));
  } catch {
    return [];
  }
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const perSecond = (count: number, seconds: number) => number.format(count / Math.max(seconds, 0.001));
const seconds = (count: number) => `${number.format(count)} s`;
const ratio = (value: number) => value.toFixed(2);
const intoLedger = ({ reading, takingIn }: SourceReport) => reading.seconds + takingIn.seconds;

/** One line of the table: what it shows, and how. */
const lines: [string, (report: SourceReport) => string][] = [
  ['rows of the file', ({ rows }) => number.format(rows)],
  ['of them taken in; sole traders are skipped', ({ accepted }) => number.format(accepted)],
  ['file (zip)', ({ fileMb }) => `${number.format(fileMb)} MB`],
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
    ({ copyOfAll: all }) => (all ? `${seconds(all.seconds)}, ${number.format(all.rows)} rows` : '–'),
  ],
  ['that ÷ taking in', ({ copyOfAll: all, takingIn }) => (all ? ratio(all.seconds / takingIn.seconds) : '–')],
  ['memory of the import, each quarter', ({ importMemory }) => `${importMemory.join(', ')} MB`],
  ['ledger on disk', ({ ledgerMb }) => `${number.format(ledgerMb)} MB`],
  [
    '**publishing**',
    ({ publishing: p }) =>
      p
        ? `${perSecond(p.documents, p.seconds)} documents/s, ${number.format(p.documents)} in ${seconds(p.seconds)}`
        : '–',
  ],
  ['bare bulk of the same documents ÷ publishing', ({ publishing: p }) => (p ? ratio(p.bulkSeconds / p.seconds) : '–')],
  ['memory of the publisher, each quarter', ({ publishing: p }) => (p ? `${p.memory.join(', ')} MB` : '–')],
  ['engine on disk', ({ publishing: p }) => (p ? `${number.format(p.engineMb)} MB` : '–')],
  [
    "**next week's file**: changed or new, gone, unchanged",
    ({ next }) => [next.accepted, next.gone, next.unchanged].map((count) => number.format(count)).join(', '),
  ],
  ['its reading and taking in', ({ next }) => `${seconds(next.reading)} + ${seconds(next.takingIn)}`],
  ['its time ÷ the first', (r) => ratio((r.next.reading + r.next.takingIn) / intoLedger(r))],
  ['its memory, each quarter', ({ next }) => `${next.memory.join(', ')} MB`],
  [
    'its publishing',
    ({ nextPublishing: p }) => (p ? `${number.format(p.written)} documents written in ${p.seconds.toFixed(1)} s` : '–'),
  ],
];

const tableOf = (reports: readonly SourceReport[]) =>
  [
    `| |${reports.map(({ rows }) => ` ${number.format(rows)} |`).join('')}`,
    `|---|${reports.map(() => '---|').join('')}`,
    ...lines.slice(1).map(([name, show]) => `| ${name} |${reports.map((report) => ` ${show(report)} |`).join('')}`),
  ].join('\n');

/** What stands between the marks is written by this script; the words around it by people. */
function writePage(reports: readonly SourceReport[]): void {
  const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->'];
  const machine = `${cpus().length} cores, ${number.format(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${reports.at(-1)?.measured}`;
  const text = readFileSync(page, 'utf8');
  const before = text.slice(0, text.indexOf(begin) + begin.length);
  const after = text.slice(text.indexOf(end));
  writeFileSync(page, `${before}\n${machine}\n\n${tableOf(reports)}\n${after}`);
}

for (const size of process.argv.slice(2)) {
  const [rows = '', only] = size.split(':');
  const installation = await openInstallation();
  try {
    const report = await measureSource(installation, source, { rows: Number(rows), publishes: only !== 'ledger' });
    const reports = [...readKept().filter((other) => other.rows !== report.rows), report];
    reports.sort((a, b) => a.rows - b.rows);
    writeFileSync(kept, `${JSON.stringify(reports, null, 2)}\n`);
    console.log(JSON.stringify(report));
  } finally {
    await installation.close();
  }
}
writePage(readKept());
