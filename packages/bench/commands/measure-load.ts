import { mkdirSync, writeFileSync } from 'node:fs';
import { openInstallation } from '../../testing/src/processes/installation.ts';
import { type LoadReport, loadAndMeasure } from '../src/imports/load-report.ts';
import { hostOn, perSecond, whole } from '../src/report/page.ts';

/** Measures a load and writes docs/performance/load.md. Usage: measure-load.ts [companies] [people] */
const [companies = '100000', people = '400000'] = process.argv.slice(2);

/** What the import cost, for the capacity formula. */
export interface LoadCost {
  measured: string;
  companies: number;
  people: number;
  rows: number;
  seconds: { reading: number; applying: number };
  /** Of the command, and of PostgreSQL in both stages. */
  cpuSeconds: { command: number; staging: number; applying: number };
}

function toMarkdown(report: LoadReport): string {
  const { rows, documents, reading, applying, importing, copy, copyAll, publishing, bulk, again } = report;
  const intoDatabase = reading.seconds + applying.seconds;
  const cpu = (seconds: number) => ((1e6 * seconds) / rows).toFixed(1);
  const ratio = (ours: number, baseline: number) => (ours / baseline).toFixed(2);
  return `# Loading

How fast orgdex loads a synthetic dataset, compared with the fastest method of each store. To measure it on your machine:

\`\`\`sh
npm run measure:load -- ${companies} ${people}
\`\`\`

The command loads the dataset into an empty installation, and writes the same rows and documents with \`COPY\` and bulk
requests in the same run. ${whole.format(rows)} rows, ${whole.format(documents)} documents; ${hostOn(new Date().toISOString().slice(0, 10))}.
The stores and other processes share the cores, so only the ratios are meaningful.

| stage | seconds | per second | baseline | ratio |
|---|---|---|---|---|
| read: parse, validate, hash, stage | ${reading.seconds.toFixed(1)} | ${perSecond(rows, reading.seconds)} rows | | |
| apply: identity, database | ${applying.seconds.toFixed(1)} | ${perSecond(rows, applying.seconds)} rows | COPY of all ${whole.format(copyAll.rows)} rows that the import writes, with the same indexes: ${copyAll.seconds.toFixed(1)} s | ${ratio(copyAll.seconds, applying.seconds)} |
| both: file to database | ${intoDatabase.toFixed(1)} | ${perSecond(rows, intoDatabase)} rows | COPY of the same records, no index: ${perSecond(copy.rows, copy.seconds)} rows/s (${copy.seconds.toFixed(1)} s, ${whole.format(copy.megabytes)} MB) | ${ratio(rows / intoDatabase, copy.rows / copy.seconds)} |
| publish: database to OpenSearch | ${publishing.publishSeconds.toFixed(1)} | ${perSecond(documents, publishing.publishSeconds)} documents | bulk requests with the same documents: ${perSecond(bulk.documents, bulk.seconds)} documents/s (${bulk.seconds.toFixed(1)} s) | ${ratio(documents / publishing.publishSeconds, bulk.documents / bulk.seconds)} |
| the same file again | ${again.seconds.toFixed(1)} | ${perSecond(rows, again.seconds)} rows | ${whole.format(again.accepted)} accepted, ${whole.format(again.unchanged)} unchanged, ${whole.format(again.written)} documents written | |

CPU per row: ${cpu(importing.cpuSeconds)} µs of the command, ${cpu(report.postgresCpu.reading)} µs of PostgreSQL while it reads, ${cpu(report.postgresCpu.applying)} µs while it applies.

Peak resident memory in MB, in each quarter of the run time: import ${report.importing.memory.join(', ')}; publish ${publishing.memory.join(', ')}.

## What limits it

- **Read** uses one Node thread: it parses and validates the JSON, and computes a keyed hash for each id, slug and contact
  value. It writes to the staging tables while it reads the next rows.
- **Apply** writes the rows that share nothing with others on several PostgreSQL connections, and the rest on one. A row of the file becomes
  ${(copyAll.rows / rows).toFixed(1)} rows in the database (record, claims, company, identifiers, reference, slug, contact hashes, employment), each with
  one to three indexes. The COPY of the records writes one row and no index.
- **Publish** builds the documents in lanes ([rebuild](rebuild.md)), which share the cores with the stores.
`;
}

const installation = await openInstallation();
try {
  const report = await loadAndMeasure(installation, Number(companies), Number(people));
  const { rows, reading, applying, importing, postgresCpu } = report;
  const kept: LoadCost = {
    ...{ measured: new Date().toISOString().slice(0, 10), rows, companies: report.companies, people: report.people },
    ...{ seconds: { reading: reading.seconds, applying: applying.seconds } },
    ...{ cpuSeconds: { command: importing.cpuSeconds, staging: postgresCpu.reading, applying: postgresCpu.applying } },
  };
  writeFileSync('docs/performance/load.json', `${JSON.stringify(kept, null, 2)}\n`);
  mkdirSync('docs/performance', { recursive: true });
  writeFileSync('docs/performance/load.md', toMarkdown(report));
  process.stdout.write(toMarkdown(report));
} finally {
  await installation.close();
}
