import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { derived, documents } from './reference/documents.ts';

const root = join(import.meta.dirname, '..');
const folder = 'docs/reference';
const inFolder = Object.entries(documents).map(([name, write]) => [`${folder}/${name}`, write] as const);
const files: Readonly<Record<string, () => string>> = { ...Object.fromEntries(inFolder), ...derived };

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
}

/** Files that differ from what would be written now; one of the folder that nothing writes is one too. */
function staleFiles(): string[] {
  const changed = Object.entries(files).filter(([path, write]) => read(path) !== write());
  const orphans = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  return [...changed.map(([path]) => path), ...orphans.filter((path) => !(path in files))].sort();
}

mkdirSync(join(root, folder), { recursive: true });
const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const stale = staleFiles();

if (!check) {
  for (const path of stale) {
    const write = files[path];
    if (write) writeFileSync(join(root, path), write());
    else rmSync(join(root, path));
  }
  console.log(stale.length > 0 ? `Refreshed: ${stale.join(', ')}.` : 'Every derived file is fresh.');
} else if (stale.length > 0) {
  for (const path of stale) console.error(`${path} is stale.`);
  console.error('Run `npm run docs`, look at the difference, and commit it.');
  process.exitCode = 1;
}
