import type { Cells } from '../formats/table-cells.ts';
import type { TableLine } from '../formats/table-lines.ts';
import { isKnownHeader } from './header-names.ts';
import { TableRows } from './table-rows.ts';

export type Separator = ',' | ';' | '\t' | '|';

/** The layout of a text table. */
export interface Layout {
  separator: Separator;
  /** The line number of the header, from 1. */
  headerLine: number;
  header: string[];
  /** Many rows have fewer cells than the header, because the program that wrote them omits empty cells at the end. */
  dropsLastCells: boolean;
}

const separators: readonly Separator[] = [',', ';', '\t', '|'];
const sampledLines = 200;

interface Reading {
  separator: Separator;
  rows: Cells[];
  /** The most frequent number of columns. */
  width: number;
  /** How many rows have that number of columns. */
  even: number;
  header: Cells | undefined;
  known: number;
}

const named = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '');
const knownIn = (cells: readonly string[]) => cells.filter(isKnownHeader).length;

/** The most frequent number of columns; the largest if there are several. */
function widthOf(rows: readonly Cells[]): { width: number; even: number } {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [most] = [...counts].sort(([a, x], [b, y]) => y - x || b - a);
  return { width: most?.[0] ?? 0, even: most?.[1] ?? 0 };
}

/** Whether cells look like column names: no address, no number, and few of them empty. */
const looksLikeNames = (cells: readonly string[]) =>
  named(cells).length * 2 > cells.length && !cells.some((cell) => /@|:\/\/|^\s*[+(]?\d[\d\s.,/-]*$/.test(cell));

/** The first row in which most cells are known headers; otherwise the first row that is as wide as the table. */
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

/** Makes column names unique: a repeated name gets the next free number. */
function uniqueNames(cells: readonly string[]): string[] {
  const names = new Set<string>();
  // The next number for each repeated name. Without it, many columns with the same name would take quadratic time.
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

/** Empty cells after the last name are not columns. */
const withoutEmptyEnd = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

/** Chooses the separator that gives the best known header, or else the most even rows. */
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
  // One short row is a broken row; if a quarter of the rows are short, the file was written that way.
  return { separator: best.separator, headerLine, header, dropsLastCells: short > 0 && short * 4 >= data.length };
}
