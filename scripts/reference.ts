import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { documents } from './reference/documents.ts';

const folder = join(import.meta.dirname, '../docs/reference');

function read(name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
}

/** Files that differ from what would be written now; a file that nothing writes is one too. */
function staleFiles(): string[] {
  const changed = Object.entries(documents).filter(([name, write]) => read(name) !== write());
  const orphans = readdirSync(folder).filter((name) => !(name in documents));
  return [...changed.map(([name]) => name), ...orphans].sort();
}

mkdirSync(folder, { recursive: true });
const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const stale = staleFiles();

if (!check) {
  for (const name of stale) {
    const write = documents[name];
    if (write) writeFileSync(join(folder, name), write());
    else rmSync(join(folder, name));
  }
  console.log(stale.length > 0 ? `Refreshed: ${stale.join(', ')}.` : 'Everything in docs/reference is fresh.');
} else if (stale.length > 0) {
  for (const name of stale) console.error(`docs/reference/${name} is stale.`);
  console.error('Run `npm run docs`, look at the difference, and commit it.');
  process.exitCode = 1;
}
