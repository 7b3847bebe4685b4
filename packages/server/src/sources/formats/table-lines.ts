/** A line, or a row of several lines, of more bytes than this is no row; it is never held. */
export const longest = 1024 * 1024;

export interface TableLine {
  number: number;
  /** Empty where the line is too long; not UTF-8: as far as it could be read. */
  text: string;
  fault?: string;
}

const tooLong = 'longer than 1 MiB';
const lineFeed = 10;
const carriageReturn = 13;
const strict = new TextDecoder('utf-8', { fatal: true });

function isUtf8(bytes: Buffer): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function toLine(number: number, bytes: Buffer): TableLine {
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
  const decoded = bytes.toString('utf8', 0, end);
  const text = number === 1 && decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
  // Only what cannot be decoded, or stood there already, becomes this character: all other lines need no second look.
  if (text.includes('\ufffd') && !isUtf8(bytes)) return { number, text, fault: 'not UTF-8' };
  if (text.includes('\0')) return { number, text, fault: 'holds a NUL character' };
  return { number, text };
}

/** Cuts bytes into lines that end with LF or CRLF, as they come. */
export class TableLines {
  #parts: Buffer[] = [];
  #held = 0;
  #number = 0;

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
    // A copy: whoever reads may use the same bytes again.
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
    return length > longest ? { number: this.#number, text: '', fault: tooLong } : toLine(this.#number, bytes);
  }
}
