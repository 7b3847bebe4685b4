import { UnreadableFile } from './format.ts';
import { longest, type TableLine } from './table-lines.ts';

/** The cells of one row, and the line on which it begins. */
export interface Cells {
  line: number;
  cells: string[];
  fault?: string | undefined;
}

/** Combines lines into rows: `take` returns the row that this line completes. */
export interface CellReader {
  take(line: TableLine): Cells | undefined;
  end(): void;
}

/** A line is a row, and every character is data. */
export const plainCells = (separator: string): CellReader => ({
  take: ({ number, text, fault }) =>
    text === '' && !fault ? undefined : { line: number, cells: text.split(separator), fault },
  end: () => undefined,
});

/** A row whose last line ended inside quotes. */
interface OpenRow {
  row: Cells;
  cell: string;
  quoteLine: number;
  size: number;
}

function notClosed({ quoteLine }: OpenRow, where: string): UnreadableFile {
  return new UnreadableFile(
    `The quote that opens on line ${quoteLine} is not closed ${where}. The file may be incomplete: download it again.`,
  );
}

/** An odd number of backslashes before a quote: the last one escapes it. */
function isEscaped(text: string, from: number, quote: number): boolean {
  let at = quote;
  while (at > from && text[at - 1] === '\\') at -= 1;
  return (quote - at) % 2 === 1;
}

/** The position of the closing quote; -1 if it is not on this line. */
function closingQuote(text: string, from: number, backslash: boolean): number {
  for (let at = from; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return -1;
    if (backslash && isEscaped(text, from, quote)) at = quote + 1;
    else if (text[quote + 1] === '"') at = quote + 2;
    else return quote;
  }
}

/** A backslash before anything but a quote or a backslash is data. */
const escapes = /\\(["\\])|""/g;

function withoutEscapes(raw: string, backslash: boolean): string {
  if (backslash && raw.includes('\\')) return raw.replace(escapes, (_, escaped) => escaped ?? '"');
  return raw.includes('"') ? raw.replaceAll('""', '"') : raw;
}

/** The position after the closing quote; -1 if the quotes do not close on this line. */
function readQuoted(text: string, from: number, backslash: boolean): { value: string; next: number } {
  const end = closingQuote(text, from, backslash);
  if (end < 0) return { value: withoutEscapes(text.slice(from), backslash), next: -1 };
  return { value: withoutEscapes(text.slice(from, end), backslash), next: end + 1 };
}

function readPlain(text: string, from: number, separator: string): { value: string; next: number } {
  const end = text.indexOf(separator, from);
  const next = end < 0 ? text.length : end;
  return { value: text.slice(from, next), next };
}

/**
 * Quotes around a cell: inside they are doubled, or follow a backslash, and separators and line breaks are data.
 * A quote that is not the first character of its cell is data as well.
 */
export class QuotedCells implements CellReader {
  readonly #separator: string;
  readonly #backslash: boolean;
  #open: OpenRow | undefined;

  constructor(separator: string, { backslash = false } = {}) {
    this.#separator = separator;
    this.#backslash = backslash;
  }

  take(line: TableLine): Cells | undefined {
    const open = this.#open;
    if (!open) return line.text === '' && !line.fault ? undefined : this.#readLine(line, undefined);
    open.size += line.text.length + 1;
    if (open.size > longest || (line.fault && line.text === '')) throw notClosed(open, 'within 1 MiB');
    this.#open = undefined;
    return this.#readLine(line, open);
  }

  end(): void {
    if (this.#open) throw notClosed(this.#open, 'before the end of the file');
  }

  #readLine({ number, text, fault }: TableLine, open: OpenRow | undefined): Cells | undefined {
    const row = open?.row ?? { line: number, cells: [], fault };
    row.fault ??= fault;
    let before = open && `${open.cell}\n`;
    for (let at = 0; ; at += 1) {
      const quoted = before !== undefined || text[at] === '"';
      const from = quoted && before === undefined ? at + 1 : at;
      const { value, next } = quoted ? readQuoted(text, from, this.#backslash) : readPlain(text, from, this.#separator);
      const cell = (before ?? '') + value;
      if (next < 0) {
        const quoteLine = before === undefined ? number : (open?.quoteLine ?? number);
        this.#open = { row, cell, quoteLine, size: open?.size ?? text.length };
        return undefined;
      }
      row.cells.push(cell);
      before = undefined;
      if (next === text.length) return row;
      if (text[next] !== this.#separator) return { ...row, fault: 'text between a closing quote and the separator' };
      at = next;
    }
  }
}
