import { type Format, type Placed, type RowMaker, type RowReader, rowMaker } from '../formats/format.ts';
import { parseJsonLine, type TextRow } from '../formats/json-lines.ts';
import type { Cells } from '../formats/table-cells.ts';
import { type TableLine, TableLines } from '../formats/table-lines.ts';
import { Reject, reject } from '../row-outcome.ts';
import { type DelimitedTable, endLinesWithLf, type NdjsonTable } from './detect-table.ts';
import { Utf8Bytes } from './encoding.ts';
import { TableRows } from './table-rows.ts';

class DelimitedReader implements RowReader<TextRow> {
  readonly #table: DelimitedTable;
  readonly #keeps: boolean;
  readonly #utf8: Utf8Bytes;
  readonly #lines = new TableLines();
  readonly #rows: TableRows;
  readonly #makeRow: RowMaker;

  constructor(table: DelimitedTable, keeps: boolean) {
    this.#table = table;
    this.#makeRow = rowMaker(table.header);
    this.#keeps = keeps;
    this.#utf8 = new Utf8Bytes(table.encoding);
    this.#rows = new TableRows(table.separator);
  }

  take(bytes: Buffer): Placed<TextRow>[] {
    return this.#place(this.#rows.take(this.#readable(this.#linesOf(this.#utf8.take(bytes)))));
  }

  end(): Placed<TextRow>[] {
    const last = this.#readable([...this.#linesOf(this.#utf8.end()), ...this.#lines.end()]);
    return this.#place([...this.#rows.take(last), ...this.#rows.end()]);
  }

  #linesOf(bytes: Buffer): TableLine[] {
    return this.#lines.take(this.#table.lineEnd === '\r' ? endLinesWithLf(bytes) : bytes);
  }

  #readable(lines: readonly TableLine[]): TableLine[] {
    return lines.map((line) => {
      const fault = line.fault ?? this.#utf8.faultOf(line.text);
      return fault === undefined ? line : { ...line, fault };
    });
  }

  /** Lines before the header are not part of the table, and a row of empty cells is not a row. */
  #place(rows: readonly Cells[]): Placed<TextRow>[] {
    return rows
      .filter(({ line, cells, fault }) => line > this.#table.headerLine && (fault || cells.some((cell) => cell !== '')))
      .map((cells) => {
        const row = this.#toRow(cells);
        const placed = { line: cells.line, row };
        return this.#keeps && row instanceof Reject ? { ...placed, given: cells.cells } : placed;
      });
  }

  #toRow({ cells, fault }: Cells): TextRow | Reject {
    if (fault) return reject(fault);
    const { header, dropsLastCells } = this.#table;
    const isLong = cells.length > header.length && cells.slice(header.length).some((cell) => cell.trim() !== '');
    if (isLong || (cells.length < header.length && !dropsLastCells)) {
      return reject(`has ${cells.length} columns; the header has ${header.length}`);
    }
    return this.#makeRow((at) => cells[at] ?? '');
  }
}

class NdjsonReader implements RowReader<TextRow> {
  readonly #keeps: boolean;
  readonly #lines = new TableLines();

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  take(bytes: Buffer): Placed<TextRow>[] {
    return this.#place(this.#lines.take(bytes));
  }

  end(): Placed<TextRow>[] {
    return this.#place(this.#lines.end());
  }

  #place(lines: readonly TableLine[]): Placed<TextRow>[] {
    return lines.flatMap((line) => {
      const row = parseJsonLine(line);
      if (row === undefined) return [];
      const placed = { line: line.number, row };
      return [this.#keeps && !(row instanceof Reject) ? { ...placed, given: JSON.parse(line.text) } : placed];
    });
  }
}

/**
 * The format of an operator's table that `detectTable` has detected: rows by column name.
 * @param keeps whether rows come with what a row of text loses: see `Placed.given`
 */
export const tableFormat = (table: DelimitedTable | NdjsonTable, keeps = false): Format<TextRow> => ({
  open: () => (table.kind === 'ndjson' ? new NdjsonReader(keeps) : new DelimitedReader(table, keeps)),
});
