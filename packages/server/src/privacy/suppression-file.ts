import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredOptOut } from '../ledger/opt-outs.ts';

/** An opt-out as stored outside the database: ids and keyed hashes, never a contact value. */
export interface SuppressionEntry {
  at: string;
  /** Absent: recorded by a version without receipts. It cannot be lifted. */
  id?: string;
  /** Absent: extends the opt-out by what an import found. */
  receipt?: Omit<StoredOptOut, 'id' | 'at' | 'lifted_at' | 'lift_reason'>;
  values: string[];
  people: string[];
  handles?: Record<string, string[]>;
}

/** Lifts an opt-out, wherever its entries are in the file: a new opt-out of the same person has another id. */
export interface LiftEntry {
  at: string;
  lifts: string;
  reason: string;
}

export const suppressionFile = (home: string): string => join(home, 'suppression.ndjson');

function append(home: string, lines: readonly object[]): void {
  if (lines.length === 0) return;
  mkdirSync(home, { recursive: true });
  const file = openSync(suppressionFile(home), 'a', 0o600);
  try {
    // Starts on a new line, because a crash may have left an incomplete line at the end of the file.
    writeFileSync(file, `\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Appends entries and syncs them to disk. */
export const appendSuppressions = (home: string, entries: readonly SuppressionEntry[]): void => append(home, entries);

/** A version without receipts reads it as an entry that adds nothing. */
export const appendLift = (home: string, lift: LiftEntry): void => append(home, [{ ...lift, values: [], people: [] }]);

/** The contents of the file. A line that a crash truncated was never confirmed, and is skipped. */
export function readSuppressions(home: string): { entries: SuppressionEntry[]; lifts: Map<string, LiftEntry> } {
  const path = suppressionFile(home);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const read = lines.flatMap((line): (SuppressionEntry | LiftEntry)[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  return {
    entries: read.filter((entry): entry is SuppressionEntry => !('lifts' in entry)),
    lifts: new Map(read.filter((entry): entry is LiftEntry => 'lifts' in entry).map((lift) => [lift.lifts, lift])),
  };
}
