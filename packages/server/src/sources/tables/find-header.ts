import type { Cells } from '../formats/table-cells.ts';
import type { TableLine } from '../formats/table-lines.ts';
import { isKnownHeader } from './header-names.ts';
import { TableRows } from './table-rows.ts';

export type Separator = ',' | ';' | '\t' | '|';

/** How a table of text is laid out. */
export interface Layout {
  separator: Separator;
  /** The line on which the header begins, from 1. */
  headerLine: number;
  header: string[];
  /** Many rows have fewer cells than the header: the program that wrote them leaves empty last cells out. */
  dropsLastCells: boolean;
}

const separators: readonly Separator[] = [',', ';', '\t', '|'];
const sampledLines = 200;

interface Reading {
  separator: Separator;
  rows: Cells[];
  /** The number of columns that most rows have. */
  width: number;
  /** How many rows have it. */
  even: number;
  header: Cells | undefined;
  known: number;
}

const named = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '');
const knownIn = (cells: readonly string[]) => cells.filter(isKnownHeader).length;

/** The commonest number of columns; the larger of equals. */
function widthOf(rows: readonly Cells[]): { width: number; even: number } {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [most] = [...counts].sort(([a, x], [b, y]) => y - x || b - a);
  return { width: most?.[0] ?? 0, even: most?.[1] ?? 0 };
}

/** Names of columns, not values: no address, no number, and few of them empty. */
const looksLikeNames = (cells: readonly string[]) =>
  named(cells).length * 2 > cells.length && !cells.some((cell) => /@|:\/\/|^\s*[+(]?\d[\d\s.,/-]*$/.test(cell));

/** The first row most of whose cells are known headers; failing that, the first that is as wide as the table. */
function headerIn(rows: readonly Cells[], width: number): Cells | undefined {
  const least = width > 1 ? 2 : 1;
  const known = rows.find(({ cells }) => knownIn(cells) >= least && knownIn(cells) * 2 > named(cells).length);
  if (known) return known;
  const first = width > 1 ? rows.find(({ cells }) => cells.length === width) : undefined;
  return first && looksLikeNames(first.cells) ? first : undefined;
}

function read(separator: Separator, lines: readonly TableLine[]): Reading {
  const table = new TableRows(separator);
  const all = [...table.take(lines.slice(0, sampledLines)), ...(lines.length <= sampledLines ? table.end() : [])];
  const rows = all.filter(({ fault }) => !fault);
  const { width, even } = widthOf(rows);
  const header = headerIn(rows, width);
  return { separator, rows, width, even, header, known: header ? knownIn(header.cells) : 0 };
}

/** Gives every column a name of its own: a repeated name gets the next free number. */
function uniqueNames(cells: readonly string[]): string[] {
  const names = new Set<string>();
  // The number to try next for each repeated name. Without it, many columns of one name take quadratic time.
  const nextNumbers = new Map<string, number>();
  for (const [at, cell] of cells.entries()) {
    const name = cell.trim().replace(/\s+/gu, ' ') || `column ${at + 1}`;
    let number = nextNumbers.get(name) ?? 2;
    let free = name;
    while (names.has(free)) {
      free = `${name} (${number})`;
      number += 1;
    }
    names.add(free);
    nextNumbers.set(name, number);
  }
  return [...names];
}

/** Empty cells behind the last name are no columns. */
const withoutEmptyEnd = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

/** The separator under which the header is best known, or else the rows are most even, and the header. */
export function findHeader(lines: readonly TableLine[]): Layout | undefined {
  const [best] = separators
    .map((separator) => read(separator, lines))
    .filter(({ header }) => header)
    .sort((a, b) => b.known - a.known || b.even * (b.width - 1) - a.even * (a.width - 1));
  if (!best?.header) return undefined;
  const header = uniqueNames(withoutEmptyEnd(best.header.cells));
  const { line: headerLine } = best.header;
  const data = best.rows.filter(({ line }) => line > headerLine);
  const short = data.filter(({ cells }) => cells.length < header.length).length;
  // One short row is a broken row; a quarter of them is the way in which the file was written.
  return { separator: best.separator, headerLine, header, dropsLastCells: short > 0 && short * 4 >= data.length };
}
