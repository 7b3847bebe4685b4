import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sources } from '../../server/src/knowledge/sources/index.ts';
import { syntheticRegisters } from '../../server/src/synthetic/registers/index.ts';
import { type Installation, openInstallation } from '../../testing/src/processes/installation.ts';
import { type Measured, measure, resultOf } from '../src/imports/measure-command.ts';
import { tableOf, whole, writeMeasured } from '../src/report/page.ts';

/**
 * Imports a synthetic file of every source into a new database, or its sample if there is no generator, and writes
 * docs/performance/coverage.md with its heat map. Usage: measure-coverage.ts [ROWS of each file]
 */
const rows = Number(process.argv[2] ?? 20_000);
const page = 'docs/performance/coverage.md';
const picture = 'docs/performance/coverage.svg';
const fixtures = 'packages/server/fixtures/sources';

/** The files of a source, and their kind. */
async function filesOf({ home, orgdex }: Installation, id: string): Promise<[what: string, files: string[]]> {
  const generator = syntheticRegisters[id];
  if (generator) {
    const file = join(home, id);
    await orgdex('synth', id, '--rows', String(Math.min(rows, generator.mostRows)), '--out', file);
    return ['synthetic', [file]];
  }
  const folder = join(fixtures, id);
  const samples = readdirSync(folder).filter((name) => name.startsWith('sample'));
  return ['sample', samples.sort().map((name) => join(folder, name))];
}

/** Imports a source and returns its row of the table. */
async function importSource(installation: Installation, id: string): Promise<string[]> {
  const [what, files] = await filesOf(installation, id);
  // Samples are small, and contain invalid rows on purpose.
  const { counts } = resultOf(
    await measure(installation, 'import', id, ...files, '--allow', 'rows', '--allow', 'rejected', '--json'),
  );
  return [id, what, whole.format(counts.read), whole.format(counts.accepted)];
}

/** The duration of the count, including the start of the program. */
const describeCost = ({ seconds, memory }: Measured, companies: number): string =>
  `${whole.format(companies)} companies were counted in ${seconds.toFixed(1)} s, with at most ${Math.max(...memory)} MB.`;

const installation = await openInstallation();
try {
  const imported: string[][] = [];
  for (const { id } of sources) imported.push(await importSource(installation, id));
  const counted = await measure(installation, 'coverage', '--json');
  const { out } = await installation.orgdex('coverage', '--svg', picture);
  const measured = [
    tableOf(['source', 'file', 'rows', 'accepted records'], imported),
    describeCost(counted, resultOf(counted).companies),
    '![Share of the companies of each country with a value in each field](coverage.svg)',
    `\`\`\`\n${out.trim()}\n\`\`\``,
  ];
  writeMeasured(page, 'Coverage of synthetic files and samples', measured.join('\n\n'));
} finally {
  await installation.close();
}
