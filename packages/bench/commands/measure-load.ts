import { mkdirSync, writeFileSync } from 'node:fs';
import { openInstallation } from '../../server/test/support/processes/installation.ts';
import { type LoadReport, loadAndMeasure } from '../src/imports/load-report.ts';
import { hostOn, perSecond, whole } from '../src/report/page.ts';

/** Measures a load at its real size and writes docs/performance/load.md. Usage: measure-load.ts [companies] [people] */
const [companies = '100000', people = '400000'] = process.argv.slice(2);

function toMarkdown(report: LoadReport): string {
  const { rows, documents, reading, takingIn, copy, copyOfAll, publishing, bulk, again } = report;
  const intoLedger = reading.seconds + takingIn.seconds;
  const ratio = (ours: number, bare: number) => (ours / bare).toFixed(2);
  return `# Loading, measured

\`npm run measure:load -- ${companies} ${people}\` makes an invented world, loads it into an empty installation on the running
engines, and moves the same rows and documents the bare way in the same run. ${whole.format(rows)} rows, ${whole.format(documents)} documents;
${hostOn(new Date().toISOString().slice(0, 10))}. The cores are shared with the engines
and with other machines, so only the ratios mean something.

| stage | seconds | per second | beside | ratio |
|---|---|---|---|---|
| reading: parse, check, hash, stage | ${reading.seconds.toFixed(1)} | ${perSecond(rows, reading.seconds)} rows | | |
| taking in: identity, ledger | ${takingIn.seconds.toFixed(1)} | ${perSecond(rows, takingIn.seconds)} rows | bare COPY of all ${whole.format(copyOfAll.rows)} rows it leaves in the ledger, with the same indexes: ${copyOfAll.seconds.toFixed(1)} s | ${ratio(copyOfAll.seconds, takingIn.seconds)} |
| both: file to ledger | ${intoLedger.toFixed(1)} | ${perSecond(rows, intoLedger)} rows | bare COPY of the same records: ${perSecond(copy.rows, copy.seconds)} rows/s (${copy.seconds.toFixed(1)} s, ${whole.format(copy.megabytes)} MB) | ${ratio(rows / intoLedger, copy.rows / copy.seconds)} |
| publishing: ledger to engine | ${publishing.publishSeconds.toFixed(1)} | ${perSecond(documents, publishing.publishSeconds)} documents | bare bulk of the same documents: ${perSecond(bulk.documents, bulk.seconds)} documents/s (${bulk.seconds.toFixed(1)} s) | ${ratio(documents / publishing.publishSeconds, bulk.documents / bulk.seconds)} |
| the same file again | ${again.seconds.toFixed(1)} | ${perSecond(rows, again.seconds)} rows | ${whole.format(again.accepted)} accepted, ${whole.format(again.unchanged)} unchanged, ${whole.format(again.written)} documents written | |

Memory of the process (highest resident MB in each quarter of its time): import ${report.importing.memory.join(', ')}; publish ${publishing.memory.join(', ')}.

## What limits it

- **Reading** is one thread of Node: parsing and checking the JSON, and a keyed hash for each id, slug and contact
  value. The stage is written while the next rows are read.
- **Taking in** is one connection of PostgreSQL, since there is one writer at a time. A row of the file becomes
  ${(copyOfAll.rows / rows).toFixed(1)} rows of the ledger (the record, its claims, the company, the identifiers, the reference, the slug, the contact
  hashes, the employment), each with one to three indexes; the bare COPY of the records writes one row and no index.
- **Publishing** shapes each document in one thread of Node while the engine indexes on the other core.
`;
}

const installation = await openInstallation();
try {
  const report = await loadAndMeasure(installation, Number(companies), Number(people));
  mkdirSync('docs/performance', { recursive: true });
  writeFileSync('docs/performance/load.md', toMarkdown(report));
  process.stdout.write(toMarkdown(report));
} finally {
  await installation.close();
}
