import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ReaderName } from '../input/reader.ts';

const here = import.meta.dirname;

/** The code that decides which record a row becomes. */
const folders = [
  here,
  join(here, '../input'),
  join(here, '../../../core'),
  join(here, '../../../knowledge/sources'),
  join(here, '../../../knowledge/rules'),
  dirname(createRequire(import.meta.url).resolve('@orgdex/contract')),
];
/** Names the versions of the libraries that the code uses. */
const manifest = join(here, '../../../../package.json');

/** All files below the folders, with their content. Tests decide nothing. */
export function hashFiles(paths: readonly string[]): string {
  const digest = createHash('sha256');
  for (const folder of paths) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(test\.ts|d\.ts|map)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files) digest.update(`${file.slice(folder.length)}\n`).update(readFileSync(file));
  }
  return digest.digest('hex');
}

let ofCode: string | undefined;

/**
 * Identifies the rules by which this program turns a row of this input into a record: they are the same only if the code, its
 * libraries, Node and the options of the source are.
 */
export function readingRulesOf(reader: ReaderName): string {
  ofCode ??= `${hashFiles(folders)} ${readFileSync(manifest, 'utf8')} ${process.version}`;
  return createHash('sha256')
    .update(`${ofCode} ${JSON.stringify(reader)}`)
    .digest('hex')
    .slice(0, 32);
}
