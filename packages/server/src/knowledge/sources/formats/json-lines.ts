import { Reject } from '../row-outcome.ts';
import { type Format, type Placed, type RowReader, UnreadableFile } from './format.ts';
import { parseJsonLine, type TextRow } from './json-row.ts';
import { type TableLine, TableLines } from './table-lines.ts';

class JsonLineReader<Column extends string> implements RowReader<Record<Column, string>> {
  readonly #columns: readonly Column[];
  readonly #lines = new TableLines();
  #seen = false;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  take(bytes: Buffer): Placed<Record<Column, string>>[] {
    return this.#rowsOf(this.#lines.take(bytes));
  }

  end(): Placed<Record<Column, string>>[] {
    const rows = this.#rowsOf(this.#lines.end());
    if (!this.#seen) throw new UnreadableFile('The file is empty. Download it again.');
    return rows;
  }

  #rowsOf(lines: readonly TableLine[]): Placed<Record<Column, string>>[] {
    const rows: Placed<Record<Column, string>>[] = [];
    for (const line of lines) {
      const row = parseJsonLine(line);
      if (row) rows.push({ line: line.number, row: row instanceof Reject ? row : this.#toRow(row) });
    }
    this.#seen ||= rows.length > 0;
    return rows;
  }

  #toRow(given: TextRow): Record<Column, string> | Reject {
    const row = {} as Record<Column, string>;
    let known = false;
    for (const column of this.#columns) {
      const value = Object.hasOwn(given, column) ? given[column] : undefined;
      known ||= value !== undefined;
      row[column] = value ?? '';
    }
    return known ? row : new Reject('has none of the names of this source');
  }
}

/**
 * One JSON object per line, read as a table: a missing or `null` value is empty text.
 *
 * @example jsonLines(['name', 'website'])
 */
export const jsonLines = <const Column extends string>(columns: readonly Column[]): Format<Record<Column, string>> => ({
  open: () => new JsonLineReader(columns),
});
