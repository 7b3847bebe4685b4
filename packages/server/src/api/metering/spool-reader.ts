import { readSync } from 'node:fs';
import type { SpoolPosition } from '../../stores/postgres/usage/processes.ts';
import type { CountedResponse, SpoolRange } from '../../stores/postgres/usage/usage.ts';
import { parseLine } from './spool-line.ts';

/** A file of a spool, readable up to `end`. */
export interface Segment {
  readonly number: number;
  readonly fd: number;
  readonly end: number;
}

export interface SpoolBatch extends SpoolRange {
  /** Incomplete lines. */
  readonly skipped: number;
  /** Whether nothing follows. */
  readonly isLast: boolean;
}

const chunkBytes = 1 << 20;
const newline = 0x0a;

function readChunk({ fd, end }: Segment, position: number): Buffer {
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, end - position));
  let length = 0;
  while (length < chunk.length) {
    const read = readSync(fd, chunk, length, chunk.length - length, position + length);
    if (read === 0) break;
    length += read;
  }
  return chunk.subarray(0, length);
}

/** Collects complete lines, up to a limit. */
class Collector {
  readonly answers: CountedResponse[] = [];
  skipped = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.answers.length >= this.#limit;
  }

  add(line: string): void {
    // The spool writes an empty line to test whether it is writable.
    if (line === '') return;
    const answer = parseLine(line);
    if (answer) this.answers.push(answer);
    else this.skipped += 1;
  }

  /** Takes lines from a chunk; returns their size in bytes. */
  take(chunk: Buffer): number {
    let start = 0;
    while (!this.isFull) {
      const end = chunk.indexOf(newline, start);
      if (end === -1) break;
      this.add(chunk.toString('utf8', start, end));
      start = end + 1;
    }
    return start;
  }

  /** Reads a segment from a position; returns the new position, which is the end unless the collector is full. */
  read(segment: Segment, from: number): number {
    let position = from;
    while (position < segment.end && !this.isFull) {
      const chunk = readChunk(segment, position);
      const taken = this.take(chunk);
      if (taken === 0) {
        // Only the beginning of a line: the writer died while writing it.
        this.skipped += 1;
        position = chunk.length < chunkBytes ? segment.end : position + chunk.length;
      }
      position += taken;
    }
    return position;
  }
}

/** The next lines of a spool, whose segments are sorted. */
export function readSpool(segments: readonly Segment[], from: SpoolPosition, limit = 5000): SpoolBatch {
  const collector = new Collector(limit);
  let next = from;
  for (const segment of segments) {
    if (segment.number < next.segment) continue;
    // A position beyond the end: the machine crashed before the file was on disk.
    const start = segment.number === next.segment ? next.position : 0;
    next = { segment: segment.number, position: collector.read(segment, start) };
    if (collector.isFull) break;
  }
  const last = segments.at(-1);
  const isLast = !last || next.segment > last.number || (next.segment === last.number && next.position >= last.end);
  return { answers: collector.answers, skipped: collector.skipped, next, isLast };
}
