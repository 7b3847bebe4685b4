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
  /** The person was erased: the entry has keyed hashes only, also of ids. */
  erased?: true;
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

const isLift = (entry: SuppressionEntry | LiftEntry): entry is LiftEntry => 'lifts' in entry;

/** A line that a crash truncated was never confirmed, and is skipped. */
function readLines(home: string): (SuppressionEntry | LiftEntry)[] {
  const path = suppressionFile(home);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.flatMap((line): (SuppressionEntry | LiftEntry)[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** The contents of the file. */
export function readSuppressions(home: string): { entries: SuppressionEntry[]; lifts: Map<string, LiftEntry> } {
  const read = readLines(home);
  return {
    entries: read.filter((entry): entry is SuppressionEntry => !isLift(entry)),
    lifts: new Map(read.filter(isLift).map((lift) => [lift.lifts, lift])),
  };
}

/** The entry without the ids of erased people: what `toHashes` returns stands for them, and their handles are dropped. */
function withoutIds(entry: SuppressionEntry, toHashes: (id: string) => string[] | undefined): SuppressionEntry {
  const { values, people, handles } = entry;
  const all = [...values.flatMap((value) => toHashes(value) ?? [value]), ...people.flatMap((id) => toHashes(id) ?? [])];
  const isKept = (id: string) => toHashes(id) === undefined;
  const kept = Object.entries(handles ?? {}).filter(([person]) => isKept(person));
  return {
    ...entry,
    values: [...new Set(all)],
    people: people.filter(isKept),
    ...(handles && { handles: Object.fromEntries(kept.map(([person, own]) => [person, own.filter(isKept)])) }),
  };
}

/** Replaces ids in the file by keyed hashes. The caller holds the lock for writes, so nothing is appended meanwhile. */
export function hashIds(home: string, toHashes: (id: string) => string[] | undefined): void {
  const lines = readLines(home);
  const idsOf = ({ values, people, handles = {} }: SuppressionEntry) => [...values, ...people, ...Object.keys(handles)];
  const isAffected = (line: SuppressionEntry | LiftEntry) =>
    !isLift(line) && idsOf(line).some((id) => toHashes(id) !== undefined);
  if (!lines.some(isAffected)) return;
  const replaced = lines.map((line) => (isLift(line) ? line : withoutIds(line, toHashes)));
  const path = suppressionFile(home);
  const next = `${path}.next`;
  const file = openSync(next, 'w', 0o600);
  try {
    writeFileSync(file, replaced.map((line) => `${JSON.stringify(line)}\n`).join(''));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}
