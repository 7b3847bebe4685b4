import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sources } from '../../server/src/sources/index.ts';
import { syntheticRegisters } from '../../server/src/synthetic/registers/index.ts';
import { type Installation, openInstallation } from '../../server/test/support/processes/installation.ts';
import { type Measured, measure, resultOf } from '../src/imports/measured.ts';
import { tableOf, whole, writeMeasured } from '../src/report/page.ts';

/**
 * Takes an invented file of every source into a new ledger, or its sample where none is invented, counts, and writes
 * docs/performance/coverage.md and the picture beside it. Usage: measure-coverage.ts [ROWS of each file]
 */
const rows = Number(process.argv[2] ?? 20_000);
const page = 'docs/performance/coverage.md';
const picture = 'docs/performance/coverage.svg';
const fixtures = 'packages/server/fixtures/sources';

/** The files of a source, and what they are. */
async function filesOf({ home, orgdex }: Installation, id: string): Promise<[what: string, files: string[]]> {
  const invention = syntheticRegisters[id];
  if (invention) {
    const file = join(home, id);
    await orgdex('synth', id, '--rows', String(Math.min(rows, invention.mostRows)), '--out', file);
    return ['invented', [file]];
  }
  const folder = join(fixtures, id);
  const samples = readdirSync(folder).filter((name) => name.startsWith('sample'));
  return ['sample', samples.sort().map((name) => join(folder, name))];
}

/** A line of the table: what a source gave. */
async function takeIn(installation: Installation, id: string): Promise<string[]> {
  const [what, files] = await filesOf(installation, id);
  // Samples are small, and hold broken rows on purpose.
  const { counts } = resultOf(
    await measure(installation, 'import', id, ...files, '--allow', 'rows', '--allow', 'rejected', '--json'),
  );
  return [id, what, whole.format(counts.read), whole.format(counts.accepted)];
}

/** How long counting took: with the start of the program. */
const describeCost = ({ seconds, memory }: Measured, companies: number): string =>
  `${whole.format(companies)} companies were counted in ${seconds.toFixed(1)} s, in at most ${Math.max(...memory)} MB.`;

const installation = await openInstallation();
try {
  const taken: string[][] = [];
  for (const { id } of sources) taken.push(await takeIn(installation, id));
  const counted = await measure(installation, 'coverage', '--json');
  const { out } = await installation.orgdex('coverage', '--svg', picture);
  const measured = [
    tableOf(['source', 'file', 'rows', 'records taken in'], taken),
    describeCost(counted, resultOf(counted).companies),
    '![Which share of the companies of each country has a value in each field](coverage.svg)',
    `\`\`\`\n${out.trim()}\n\`\`\``,
  ];
  writeMeasured(page, 'Coverage of invented files and samples', measured.join('\n\n'));
} finally {
  await installation.close();
}
