import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Fate, fateOf, type Population, type SyntheticRegister } from './register-writer.ts';
import { writeZip } from './zip.ts';
import { type Entry, zipOfMany } from './zip-of-many.ts';

/** How many rows of a group were written, by what happened to them. `rows` does not include removed rows. */
export interface Counts {
  rows: number;
  cancelled: number;
  broken: number;
  changed: number;
  removed: number;
  added: number;
}

export type Tally = Map<string, Counts>;

/** Every nth row in a range of indexes; `to` is exclusive. */
export interface Part {
  name: string;
  head: string;
  from: number;
  to: number;
  step: number;
}

const chunkLength = 1 << 16;

function countRow(tally: Tally, { group, cancelled }: { group: string; cancelled: boolean }, fate: Fate): void {
  const counts = tally.get(group) ?? { rows: 0, cancelled: 0, broken: 0, changed: 0, removed: 0, added: 0 };
  tally.set(group, counts);
  if (fate !== 'same') counts[fate] += 1;
  if (fate === 'removed') return;
  counts.rows += 1;
  if (cancelled) counts.cancelled += 1;
}

function countRemoved(
  population: Population,
  register: SyntheticRegister,
  { from, to }: { from: number; to: number },
): number {
  if (!population.next) return 0;
  let removed = 0;
  for (let index = from; index < to; index++) if (fateOf(population, index, register) === 'removed') removed += 1;
  return removed;
}

/** The end of the row indexes: each removed row is replaced by a new one. */
const endOfRows = (population: Population, register: SyntheticRegister): number =>
  population.rows + countRemoved(population, register, { from: 0, to: population.rows });

/**
 * Each part states its number of rows first, so removed rows are counted in advance. The last part has the new rows.
 */
function consecutiveParts(population: Population, register: SyntheticRegister, perPart: number): Omit<Part, 'name'>[] {
  const parts: Omit<Part, 'name'>[] = [];
  let removedSoFar = 0;
  for (let from = 0; from < population.rows; from += perPart) {
    const range = { from, to: Math.min(population.rows, from + perPart) };
    const removed = countRemoved(population, register, range);
    removedSoFar += removed;
    if (range.to === population.rows) range.to += removedSoFar;
    const head = register.head(population, parts.length, range.to - range.from - removed);
    parts.push({ head, ...range, step: 1 });
  }
  return parts;
}

/** The parts of the file, except for a zip with one part per row. */
export function planParts(population: Population, register: SyntheticRegister): Part[] {
  const { archive } = register;
  if (archive && 'partsInTurn' in archive) {
    const { partsInTurn: names } = archive;
    const to = endOfRows(population, register);
    return names.map((name, from) => ({
      name,
      head: register.head(population, from, 0),
      from,
      to,
      step: names.length,
    }));
  }
  const perPart =
    archive && 'rowsPerPart' in archive ? archive.rowsPerPart(population.rows) : Math.max(1, population.rows);
  const nameOf = (part: number) => (archive && 'nameOf' in archive ? archive.nameOf(population, part) : '');
  return consecutiveParts(population, register, perPart).map((part, at) => ({ name: nameOf(at), ...part }));
}

export interface Job {
  population: Population;
  register: SyntheticRegister;
  report(done: number): void;
}

/** The rows to write of one part. Counts all rows, written or not. */
function* rowsOf({ population, register }: Job, { from, to, step }: Part, tally: Tally) {
  for (let index = from; index < to; index += step) {
    const fate = fateOf(population, index, register);
    const row = register.rowOf(population, index, fate);
    countRow(tally, row, fate);
    if (fate !== 'removed') yield { index, text: row.text };
  }
}

/** The text of one part, in chunks of 64 KiB. */
export function* textOf(job: Job, part: Part, tally: Tally): Generator<Buffer> {
  const { between = '', tail } = job.register;
  let text = part.head;
  let written = 0;
  for (const { index, text: row } of rowsOf(job, part, tally)) {
    text += written === 0 ? row : between + row;
    written += 1;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    job.report(index);
    text = '';
  }
  yield Buffer.from(text + tail);
}

/** One file per row. */
export function* entriesOf(job: Job, nameOfRow: (population: Population, index: number) => string, tally: Tally) {
  const { population, register } = job;
  const all = { name: '', head: '', from: 0, to: endOfRows(population, register), step: 1 };
  for (const { index, text } of rowsOf(job, all, tally)) {
    if (index % 1000 === 0) job.report(index);
    yield { name: nameOfRow(population, index), bytes: Buffer.from(text) } satisfies Entry;
  }
}

const stream = (pieces: Iterable<Buffer>) => Readable.from(pieces, { objectMode: false, highWaterMark: 1 });

/** Writes the file as a stream, with no more in memory than the streams buffer. */
export async function writeSynthetic(job: Job, path: string): Promise<{ parts: number; tally: Tally }> {
  const { archive } = job.register;
  const tally: Tally = new Map();
  if (archive && 'nameOfRow' in archive) {
    await pipeline(stream(zipOfMany(entriesOf(job, archive.nameOfRow, tally))), createWriteStream(path));
    return { parts: [...tally.values()].reduce((sum, { rows }) => sum + rows, 0), tally };
  }
  const parts = planParts(job.population, job.register);
  if (archive) await writeZip(path, parts, (part) => stream(textOf(job, part, tally)));
  else await pipeline(stream(textOf(job, parts[0] as Part, tally)), createWriteStream(path));
  return { parts: parts.length, tally };
}
