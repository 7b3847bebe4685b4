import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One opt-out as it is kept outside the database: ids and keyed hashes, never a contact value. */
export interface SuppressionEntry {
  at: string;
  values: string[];
  people: string[];
}

export const suppressionFile = (home: string): string => join(home, 'suppression.ndjson');

/** Appends an entry and waits until it is on the disk. */
export function appendSuppression(home: string, entry: SuppressionEntry): void {
  mkdirSync(home, { recursive: true });
  const file = openSync(suppressionFile(home), 'a', 0o600);
  try {
    // A line of its own, whatever a crash has left at the end of the file.
    writeFileSync(file, `\n${JSON.stringify(entry)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** All entries; a line that a crash cut off was never confirmed to anybody and is passed over. */
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
