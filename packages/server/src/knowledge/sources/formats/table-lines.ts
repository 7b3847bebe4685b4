import { type Decode, decodeUtf8 } from './text-decoding.ts';

/** A longer line, or row of several lines, is rejected; it is never kept in memory. */
export const longest = 1024 * 1024;

export interface TableLine {
  number: number;
  /** Empty if the line is too long; as much as could be decoded if the encoding is wrong. */
  text: string;
  fault?: string;
}

const tooLong = 'longer than 1 MiB';
const lineFeed = 10;
const carriageReturn = 13;

function toLine(number: number, bytes: Buffer, decode: Decode): TableLine {
  const decoded = decode(bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes);
  const text = number === 1 && decoded.text.startsWith('\ufeff') ? decoded.text.slice(1) : decoded.text;
  if (decoded.fault) return { number, text, fault: decoded.fault };
  return text.includes('\0') ? { number, text, fault: 'contains a NUL character' } : { number, text };
}

/** Splits bytes into lines that end with LF or CRLF, as they arrive. */
export class TableLines {
  readonly #decode: Decode;
  #parts: Buffer[] = [];
  #held = 0;
  #number = 0;

  constructor(decode: Decode = decodeUtf8) {
    this.#decode = decode;
  }

  take(bytes: Buffer): TableLine[] {
    const lines: TableLine[] = [];
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      lines.push(this.#finish(bytes.subarray(start, end)));
      start = end + 1;
    }
    this.#hold(bytes.subarray(start));
    return lines;
  }

  end(): TableLine[] {
    return this.#held === 0 ? [] : [this.#finish(Buffer.alloc(0))];
  }

  #hold(part: Buffer): void {
    if (part.length === 0) return;
    this.#held += part.length;
    // A copy: the caller may reuse the buffer.
    if (this.#held <= longest) this.#parts.push(Buffer.from(part));
    else this.#parts = [];
  }

  #finish(last: Buffer): TableLine {
    this.#number += 1;
    const length = this.#held + last.length;
    if (length === 0) return { number: this.#number, text: '' };
    const bytes = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#held = 0;
    if (length > longest) return { number: this.#number, text: '', fault: tooLong };
    return toLine(this.#number, bytes, this.#decode);
  }
}
