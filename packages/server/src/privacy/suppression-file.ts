import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One opt-out as stored outside the database: ids and keyed hashes, never a contact value. */
export interface SuppressionEntry {
  at: string;
  values: string[];
  people: string[];
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
