import { Reject, reject } from '../row-outcome.ts';
import { type Format, type Placed, type RowReader, UnreadableFile } from './format.ts';
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

export type TextRow = Record<string, string>;

/** Lists become lines: no value of a list contains a line break, and no other separator is as safe. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join('\n');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object as a row of text; members of nested objects are named with a dot. */
export function flatten(object: Record<string, unknown>): TextRow {
  const row: TextRow = {};
  for (const [name, value] of Object.entries(object)) {
    if (!isObject(value)) row[name] = toText(value);
    else for (const [inner, deep] of Object.entries(value)) if (!isObject(deep)) row[`${name}.${inner}`] = toText(deep);
  }
  return row;
}

/** The row of a line, a rejection, or nothing for a blank line. */
export function parseJsonLine({ text, fault }: TableLine): TextRow | Reject | undefined {
  if (fault) return reject(fault);
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return reject('not valid JSON');
  }
  if (!isObject(value)) return reject('not a JSON object');
  const row = flatten(value);
  return Object.values(row).some((cell) => cell.includes('\0')) ? reject('contains a NUL character') : row;
}
