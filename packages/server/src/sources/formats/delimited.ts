import { Reject } from '../define-source.ts';
import { type Format, type Placed, type RowReader, UnreadableFile } from './format.ts';
import { type CellReader, type Cells, plainCells, QuotedCells } from './table-cells.ts';
import { type TableLine, TableLines } from './table-lines.ts';

interface Layout<Column extends string> {
  /** One character. */
  separator: string;
  /** Whether quotes enclose cells; otherwise they are data. */
  quotes: boolean;
  /** The columns that are read, by their names in the first line; others may be there. */
  columns: readonly Column[];
}

const mostShown = 10;
const longestShown = 40;

/** Names as far as a message can hold them. */
function show(names: readonly string[]): string {
  const shown = names.slice(0, mostShown).map((name) => JSON.stringify(name.slice(0, longestShown)));
  return shown.join(', ') + (names.length > mostShown ? ` and ${names.length - mostShown} more` : '');
}

interface Header {
  width: number;
  /** Where each column that is read stands. */
  places: number[];
}

function readHeader({ cells, fault }: Cells, columns: readonly string[]): Header {
  if (fault) throw new UnreadableFile(`The header cannot be read: ${fault}. Is it the file of this source?`);
  const names = cells.map((name) => name.trim());
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length === 0) return { width: names.length, places: columns.map((column) => names.indexOf(column)) };
  throw new UnreadableFile(
    `The header lacks ${show(missing)}; it has ${show(names)}. Is it the file of this source, as it was published?`,
  );
}

class TableReader<Column extends string> implements RowReader<Record<Column, string>> {
  readonly #columns: readonly Column[];
  readonly #lines = new TableLines();
  readonly #cells: CellReader;
  #header: Header | undefined;

  constructor({ separator, quotes, columns }: Layout<Column>) {
    this.#columns = columns;
    this.#cells = quotes ? new QuotedCells(separator) : plainCells(separator);
  }

  take(bytes: Buffer): Placed<Record<Column, string>>[] {
    return this.#rowsOf(this.#lines.take(bytes));
  }

  end(): Placed<Record<Column, string>>[] {
    const rows = this.#rowsOf(this.#lines.end());
    this.#cells.end();
    if (!this.#header) throw new UnreadableFile('The file is empty. Fetch it again.');
    return rows;
  }

  #rowsOf(lines: readonly TableLine[]): Placed<Record<Column, string>>[] {
    const rows: Placed<Record<Column, string>>[] = [];
    for (const line of lines) {
      const cells = this.#cells.take(line);
      if (!cells) continue;
      if (this.#header) rows.push({ line: cells.line, row: this.#toRow(cells, this.#header) });
      else this.#header = readHeader(cells, this.#columns);
    }
    return rows;
  }

  #toRow({ cells, fault }: Cells, { width, places }: Header): Record<Column, string> | Reject {
    if (fault) return new Reject(fault);
    if (cells.length !== width) return new Reject(`has ${cells.length} columns where ${width} are needed`);
    const row = {} as Record<Column, string>;
    for (let n = 0; n < places.length; n++) row[this.#columns[n] as Column] = cells[places[n] as number] as string;
    return row;
  }
}

/**
 * A table of text in UTF-8: a header, then a row a line.
 *
 * @example delimited({ separator: '\t', quotes: false, columns: ['ACN', 'Status'] })
 */
export const delimited = <const Column extends string>(layout: Layout<Column>): Format<Record<Column, string>> => ({
  open: () => new TableReader(layout),
});
