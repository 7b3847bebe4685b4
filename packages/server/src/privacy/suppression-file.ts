import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** One opt-out as stored outside the database: ids and keyed hashes, never a contact value. */
export interface SuppressionEntry {
  at: string;
  values: string[];
  people: string[];
  /** The person was erased: the entry has keyed hashes only, also of ids. */
  erased?: true;
}

export const suppressionFile = (home: string): string => join(home, 'suppression.ndjson');

/** Appends an entry and syncs it to disk. */
export function appendSuppression(home: string, entry: SuppressionEntry): void {
  mkdirSync(home, { recursive: true });
  const file = openSync(suppressionFile(home), 'a', 0o600);
  try {
    // Starts on a new line, because a crash may have left an incomplete line at the end of the file.
    writeFileSync(file, `\n${JSON.stringify(entry)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** All entries. A line that a crash truncated was never confirmed, and is skipped. */
export function readSuppressions(home: string): SuppressionEntry[] {
  const path = suppressionFile(home);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as SuppressionEntry];
      } catch {
        return [];
      }
    });
}

/** Replaces ids in all entries by what `toValues` returns. The caller holds the lock for writes, so nothing is appended meanwhile. */
export function replaceIds(home: string, toValues: (id: string) => string[] | undefined): void {
  const entries = readSuppressions(home);
  const isReplaced = (id: string) => toValues(id) !== undefined;
  if (!entries.some(({ values, people }) => [...values, ...people].some(isReplaced))) return;
  const replaced = entries.map((entry) => ({
    ...entry,
    values: [
      ...new Set([
        ...entry.values.flatMap((value) => toValues(value) ?? [value]),
        ...entry.people.flatMap((id) => toValues(id) ?? []),
      ]),
    ],
    people: entry.people.filter((id) => !isReplaced(id)),
  }));
  const path = suppressionFile(home);
  const next = `${path}.next`;
  const file = openSync(next, 'w', 0o600);
  try {
    writeFileSync(file, replaced.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}
