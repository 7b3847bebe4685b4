import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Fate, fateOf, type Invention, type World } from './world.ts';
import { writeZip } from './zip.ts';

/** How many rows of a group were written and what became of them; those removed are not among the written. */
export interface Counts {
  rows: number;
  cancelled: number;
  broken: number;
  changed: number;
  removed: number;
  added: number;
}

export type Tally = Map<string, Counts>;

/** Rows from one index up to, and without, another. */
export interface Part {
  name: string;
  head: string;
  from: number;
  to: number;
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

function countRemoved(world: World, invention: Invention, { from, to }: { from: number; to: number }): number {
  if (!world.next) return 0;
  let removed = 0;
  for (let index = from; index < to; index++) if (fateOf(world, index, invention) === 'removed') removed += 1;
  return removed;
}

/** A part says at its head how many rows it has, so the removed ones are counted before. The last takes the new ones. */
export function planParts(world: World, invention: Invention): Part[] {
  const { archive } = invention;
  const perPart = archive?.rowsPerPart(world.rows) ?? Math.max(1, world.rows);
  const parts: Part[] = [];
  let removedSoFar = 0;
  for (let from = 0; from < world.rows; from += perPart) {
    const range = { from, to: Math.min(world.rows, from + perPart) };
    const removed = countRemoved(world, invention, range);
    removedSoFar += removed;
    if (range.to === world.rows) range.to += removedSoFar;
    const name = archive?.nameOf(world, parts.length) ?? '';
    const head = invention.head(world, parts.length, range.to - range.from - removed);
    parts.push({ name, head, ...range });
  }
  return parts;
}

export interface Job {
  world: World;
  invention: Invention;
  report(done: number): void;
}

/** The text of one part, 64 KiB at a time; what was written is counted on the way. */
export function* textOf({ world, invention, report }: Job, part: Part, tally: Tally): Generator<Buffer> {
  let text = part.head;
  for (let index = part.from; index < part.to; index++) {
    const fate = fateOf(world, index, invention);
    const row = invention.rowOf(world, index, fate);
    countRow(tally, row, fate);
    if (fate !== 'removed') text += row.text;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    report(index);
    text = '';
  }
  yield Buffer.from(text + invention.tail);
}

/** Writes the file; never more of it in memory than the streams hold. */
export async function writeInvented(job: Job, path: string): Promise<{ parts: number; tally: Tally }> {
  const parts = planParts(job.world, job.invention);
  const tally: Tally = new Map();
  const streamOf = (part: Part) => Readable.from(textOf(job, part, tally), { objectMode: false, highWaterMark: 1 });
  if (job.invention.archive) await writeZip(path, parts, streamOf);
  else await pipeline(streamOf(parts[0] as Part), createWriteStream(path));
  return { parts: parts.length, tally };
}
