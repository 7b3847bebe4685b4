import type { Format, Placed, RowReader } from '../../../knowledge/sources/formats/format.ts';
import { reject } from '../../../knowledge/sources/row-outcome.ts';

/** A longer line is rejected, and is not kept in memory. */
const maxLineBytes = 4 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function parseLine(bytes: Buffer): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return reject('not UTF-8');
  }
  if (text.trim() === '') return undefined;
  // PostgreSQL can store every character except this one.
  if (text.includes('\\u0000')) return reject('contains a NUL character');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return reject('not valid JSON');
  }
}

/** Reads one JSON value per line; blank lines are ignored. */
class LineReader implements RowReader<unknown> {
  #parts: Buffer[] = [];
  #held = 0;
  #line = 0;

  take(bytes: Buffer): Placed<unknown>[] {
    const rows: Placed<unknown>[] = [];
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      this.#hold(bytes.subarray(start, end));
      start = end + 1;
      this.#finish(rows);
    }
    // A copy, so that the held bytes do not keep the whole chunk in memory.
    this.#hold(Buffer.from(bytes.subarray(start)));
    return rows;
  }

  end(): Placed<unknown>[] {
    const rows: Placed<unknown>[] = [];
    this.#finish(rows);
    return rows;
  }

  #hold(bytes: Buffer): void {
    this.#held += bytes.length;
    if (this.#held > maxLineBytes) this.#parts = [];
    else if (bytes.length > 0) this.#parts.push(bytes);
  }

  #finish(rows: Placed<unknown>[]): void {
    this.#line += 1;
    const row = this.#held > maxLineBytes ? reject('longer than 4 MiB') : this.#parse();
    if (row !== undefined) rows.push({ line: this.#line, row });
    this.#parts = [];
    this.#held = 0;
  }

  #parse(): unknown {
    if (this.#parts.length === 0) return undefined;
    return parseLine(this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts));
  }
}

export const ndjson: Format<unknown> = { open: () => new LineReader() };
