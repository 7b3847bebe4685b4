import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { derived, documents } from './reference/documents.ts';

const root = join(import.meta.dirname, '..');
const folder = 'docs/reference';
const writtenElsewhere: ReadonlySet<string> = new Set([`${folder}/glossary.md`, `${folder}/schema.md`]);
const inFolder = Object.entries(documents).map(([name, write]) => [`${folder}/${name}`, write] as const);
const files: Readonly<Record<string, () => string>> = { ...Object.fromEntries(inFolder), ...derived };

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
}

/** Files that differ from what would be written now, and files of the folder that no generator writes. */
function staleFiles(): string[] {
  const changed = Object.entries(files).filter(([path, write]) => read(path) !== write());
  const orphans = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  return [
    ...changed.map(([path]) => path),
    ...orphans.filter((path) => !(path in files) && !writtenElsewhere.has(path)),
  ].sort();
}

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const stale = staleFiles();

if (!check) {
  for (const path of stale) {
    const write = files[path];
    if (!write) rmSync(join(root, path));
    else {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), write());
    }
  }
  console.log(stale.length > 0 ? `Updated: ${stale.join(', ')}.` : 'All generated files are up to date.');
} else if (stale.length > 0) {
  for (const path of stale) console.error(`${path} is out of date.`);
  console.error('Run `npm run docs`, review the changes, and commit them.');
  process.exitCode = 1;
}
