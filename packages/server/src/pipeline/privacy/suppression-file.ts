import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { StoredOptOut } from '../../stores/postgres/opt-outs.ts';

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

type Line = SuppressionEntry | LiftEntry;
const isLift = (line: Line): line is LiftEntry => 'lifts' in line;
const isEntry = (line: Line): line is SuppressionEntry => !isLift(line);

/** A line that a crash truncated was never confirmed, and is skipped. */
function parseLine(line: string): Line[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** The contents of the file. */
export function readSuppressions(home: string): { entries: SuppressionEntry[]; lifts: Map<string, LiftEntry> } {
  const path = suppressionFile(home);
  const read = (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []).flatMap(parseLine);
  return {
    entries: read.filter(isEntry),
    lifts: new Map(read.filter(isLift).map((lift) => [lift.lifts, lift])),
  };
}

/** The lines of the file one by one: it may be large, and a server responds to others meanwhile. */
async function* streamLines(home: string): AsyncGenerator<string> {
  const path = suppressionFile(home);
  if (existsSync(path)) yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

/** The entries with one of these ids or hashes. Most lines have none, so they are not parsed. */
export async function findEntries(home: string, values: readonly string[]): Promise<SuppressionEntry[]> {
  const found: SuppressionEntry[] = [];
  for await (const line of streamLines(home)) {
    if (values.some((value) => line.includes(value))) found.push(...parseLine(line).filter(isEntry));
  }
  return found;
}

/** The entry without the ids of erased people: hashes stand for them, and their handles are dropped. */
function withoutIds(entry: SuppressionEntry, hashesOf: ReadonlyMap<string, readonly string[]>): SuppressionEntry {
  const { values, people, handles } = entry;
  const all = [
    ...values.flatMap((value) => hashesOf.get(value) ?? [value]),
    ...people.flatMap((id) => hashesOf.get(id) ?? []),
  ];
  const isKept = (id: string) => !hashesOf.has(id);
  const kept = Object.entries(handles ?? {}).filter(([person]) => isKept(person));
  return {
    ...entry,
    values: [...new Set(all)],
    people: people.filter(isKept),
    ...(handles && { handles: Object.fromEntries(kept.map(([person, own]) => [person, own.filter(isKept)])) }),
  };
}

/** Replaces ids in the file by keyed hashes. The caller holds the lock for writes, so nothing is appended meanwhile. */
export async function hashIds(home: string, hashesOf: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const ids = [...hashesOf.keys()];
  if ((await findEntries(home, ids)).length === 0) return;
  const replace = (line: string) =>
    parseLine(line).map((one) => JSON.stringify(isLift(one) ? one : withoutIds(one, hashesOf)));
  async function* replaced() {
    for await (const line of streamLines(home)) {
      for (const kept of ids.some((id) => line.includes(id)) ? replace(line) : [line]) yield `${kept}\n`;
    }
  }
  const path = suppressionFile(home);
  const next = `${path}.next`;
  // `flush` syncs it to disk before it replaces the file.
  await pipeline(replaced, createWriteStream(next, { mode: 0o600, flush: true }));
  renameSync(next, path);
}
