import { Reject } from '../row-outcome.ts';
import { type Format, type Placed, type RowMaker, type RowReader, rowMaker, UnreadableFile } from './format.ts';
import { type CellReader, type Cells, plainCells, QuotedCells } from './table-cells.ts';
import { type TableLine, TableLines } from './table-lines.ts';
import { decodeUtf8, utf8OrShiftJis } from './text-decoding.ts';

interface Layout {
  /** Which parts of a zip contain rows; all if absent. */
  parts?: RegExp;
  /** One character. */
  separator: string;
  /** Whether cells may be quoted, and whether a backslash may escape a quote; if false, quotes are data. */
  quotes: boolean | 'backslash';
  /** The columns that are read, by their names in the first line; a file may have others. */
  columns: readonly string[];
  /** Columns that some files lack; their cells are then empty. */
  optional?: readonly string[];
  /** Other names of a column in some files. */
  otherNames?: Readonly<Record<string, readonly string[]>>;
  /** The file has no header: these are all its columns, in order. A first line with `summaryCells` cells is a summary of the file. */
  unnamed?: { summaryCells: number };
  /** The file is UTF-8 or Shift_JIS; if false, it is UTF-8. */
  japanese?: boolean;
}

type OptionalOf<Given> = Given extends { optional: readonly (infer Name extends string)[] } ? Name : never;
type RowOf<Given extends Layout> = Given extends Layout
  ? Record<Given['columns'][number] | OptionalOf<Given>, string>
  : never;
type TextRow = Record<string, string>;

const mostShown = 10;
const longestShown = 40;

/** As many names as fit in a message. */
function show(names: readonly string[]): string {
  const shown = names.slice(0, mostShown).map((name) => JSON.stringify(name.slice(0, longestShown)));
  return shown.join(', ') + (names.length > mostShown ? ` and ${names.length - mostShown} more` : '');
}

interface Header {
  layout: Layout;
  width: number;
  /** The position of each column that is read; -1 if this file lacks the column. */
  places: readonly number[];
  makeRow: RowMaker;
}

function placeOf(column: string, names: readonly string[], { otherNames }: Layout): number {
  const others = otherNames?.[column] ?? [];
  return names.findIndex((name) => name === column || others.includes(name));
}

const missingIn = (names: readonly string[], layout: Layout) =>
  layout.columns.filter((column) => placeOf(column, names, layout) < 0);

function refuse(names: readonly string[], layouts: readonly Layout[]): UnreadableFile {
  const [least = []] = layouts.map((layout) => missingIn(names, layout)).sort((a, b) => a.length - b.length);
  return new UnreadableFile(
    `The header lacks ${show(least)}; it has ${show(names)}. Check that it is an original file of this source.`,
  );
}

function readHeader({ cells, fault }: Cells, layouts: readonly Layout[]): Header {
  if (fault) throw new UnreadableFile(`The header cannot be read: ${fault}. Check that it is a file of this source.`);
  const names = cells.map((name) => name.trim());
  const layout = layouts.find((one) => missingIn(names, one).length === 0);
  if (!layout) throw refuse(names, layouts);
  const columns = [...layout.columns, ...(layout.optional ?? [])];
  const places = columns.map((column) => placeOf(column, names, layout));
  return { layout, width: names.length, places, makeRow: rowMaker(columns) };
}

/** The header of a table without one: every column at its position. */
function headerByPlace({ cells, fault }: Cells, layout: Layout): Header {
  const { columns, unnamed } = layout;
  const width = columns.length;
  if (fault || cells.length === width || cells.length === unnamed?.summaryCells) {
    return { layout, width, places: columns.map((_, place) => place), makeRow: rowMaker(columns) };
  }
  throw new UnreadableFile(
    `The first line has ${cells.length} columns instead of ${width}. Check that it is an original file of this source.`,
  );
}

const cellReaderOf = ({ separator, quotes }: Layout): CellReader =>
  quotes ? new QuotedCells(separator, { backslash: quotes === 'backslash' }) : plainCells(separator);

function toRow<Row extends TextRow>({ cells, fault }: Cells, { width, places, makeRow }: Header): Row | Reject {
  if (fault) return new Reject(fault);
  if (cells.length !== width) return new Reject(`has ${cells.length} columns instead of ${width}`);
  return makeRow((at) => cells[places[at] as number] ?? '') as Row;
}

class TableReader<Row extends TextRow> implements RowReader<Row> {
  readonly #layouts: readonly [Layout, ...Layout[]];
  readonly #lines: TableLines;
  #cells: CellReader;
  #header: Header | undefined;

  constructor(layouts: readonly [Layout, ...Layout[]]) {
    const [first] = layouts;
    this.#layouts = layouts;
    this.#lines = new TableLines(first.japanese ? utf8OrShiftJis() : decodeUtf8);
    this.#cells = cellReaderOf(first);
  }

  take(bytes: Buffer): Placed<Row>[] {
    return this.#rowsOf(this.#lines.take(bytes));
  }

  end(): Placed<Row>[] {
    const rows = this.#rowsOf(this.#lines.end());
    this.#cells.end();
    if (!this.#header) throw new UnreadableFile('The file is empty. Download it again.');
    return rows;
  }

  #rowsOf(lines: readonly TableLine[]): Placed<Row>[] {
    const rows: Placed<Row>[] = [];
    for (const line of lines) {
      const cells = this.#cells.take(line);
      if (!cells || (!this.#header && !this.#begin(cells))) continue;
      rows.push({ line: cells.line, row: toRow<Row>(cells, this.#header as Header) });
    }
    return rows;
  }

  /** Reads the first line as the header; true if it is also a row, because the file has no header. */
  #begin(cells: Cells): boolean {
    const [first] = this.#layouts;
    this.#header = first.unnamed ? headerByPlace(cells, first) : readHeader(cells, this.#layouts);
    this.#cells = cellReaderOf(this.#header.layout);
    return first.unnamed !== undefined && cells.cells.length !== first.unnamed.summaryCells;
  }
}

/**
 * A text table: a header, then one row per line. If there are several layouts, a file has the first one whose columns are
 * in its header; the first layout also says what applies to every file: parts of a zip, encoding, and a missing header.
 *
 * @example delimited({ separator: '\t', quotes: false, columns: ['ACN', 'Status'] })
 */
export function delimited<const Layouts extends readonly [Layout, ...Layout[]]>(
  ...layouts: Layouts
): Format<RowOf<Layouts[number]>> {
  const { parts } = layouts[0];
  return { ...(parts && { parts }), open: () => new TableReader<RowOf<Layouts[number]>>(layouts) };
}
