import { UnreadableFile } from '../formats/format.ts';
import { type Cells, QuotedCells } from '../formats/table-cells.ts';
import type { TableLine } from '../formats/table-lines.ts';

const freeRepeats = 16 * 1024 * 1024;
const notClosed = 'opens a quote that is not closed within 1 MiB';

/** The memory that lines take; empty lines count too. */
const sizeOf = (lines: readonly TableLine[]) => lines.reduce((sum, { text }) => sum + text.length + 1, 0);

/**
 * Splits lines into rows. An unclosed quote rejects only the row in which it opens: the lines after it are read again.
 */
export class TableRows {
  readonly #separator: string;
  #cells: QuotedCells;
  #open: TableLine[] = [];
  #read = 0;
  #repeated = 0;

  constructor(separator: string) {
    this.#separator = separator;
    this.#cells = new QuotedCells(separator);
  }

  take(lines: readonly TableLine[]): Cells[] {
    this.#read += sizeOf(lines);
    return this.#run(lines.toReversed());
  }

  end(): Cells[] {
    const rows: Cells[] = [];
    while (this.#open.length > 0) {
      const waiting: TableLine[] = [];
      rows.push(this.#giveUp(notClosed, waiting));
      for (const row of this.#run(waiting)) rows.push(row);
    }
    return rows;
  }

  /** The lines are a stack with the next one on top, so that lines to read again come before unread lines. */
  #run(waiting: TableLine[]): Cells[] {
    const rows: Cells[] = [];
    for (let line = waiting.pop(); line; line = waiting.pop()) {
      const row = this.#step(line, waiting);
      if (row) rows.push(row);
    }
    return rows;
  }

  #step(line: TableLine, waiting: TableLine[]): Cells | undefined {
    // A blank line between rows is ignored.
    if (this.#open.length === 0 && line.text === '' && !line.fault) return undefined;
    this.#open.push(line);
    const row = this.#cellsOf(line);
    if (!row) return undefined;
    if (row.fault && this.#open.length > 1) return this.#giveUp(row.fault, waiting);
    this.#open = [];
    return row;
  }

  #cellsOf(line: TableLine): Cells | undefined {
    try {
      return this.#cells.take(line);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { line: line.number, cells: [], fault: notClosed };
    }
  }

  /** Rejects the open row at its first line, and puts the other lines back. */
  #giveUp(fault: string, waiting: TableLine[]): Cells {
    const [first, ...rest] = this.#open;
    this.#repeated += sizeOf(rest);
    // Each line could open a quote again. Repeated reading must stay linear, not quadratic.
    if (this.#repeated > freeRepeats + this.#read) {
      throw new UnreadableFile(
        'Too many rows have a quote that is never closed. Double the quotes inside quoted values and export the file again.',
      );
    }
    for (const line of rest.reverse()) waiting.push(line);
    this.#open = [];
    this.#cells = new QuotedCells(this.#separator);
    return { line: first?.number ?? 0, cells: [], fault };
  }
}
