import { quoteCell, toCell } from '../../core/output/escape.ts';
import type { TextRow } from '../../knowledge/sources/formats/json-row.ts';

/** A row of the input, as text and as its file has it. */
export interface OutputRow {
  readonly text: TextRow;
  readonly given: Readonly<Record<string, unknown>>;
  /** The values of the added columns. */
  readonly added: readonly unknown[];
}

export interface Writer {
  readonly header: string;
  toText(row: OutputRow): string;
}

export interface Layout {
  /** The columns of the input. */
  readonly columns: readonly string[];
  readonly addedColumns: readonly string[];
  /** Whether a byte order mark comes first, without which some spreadsheet programs do not expect UTF-8. */
  readonly isMarked: boolean;
}

/** A value as text: lists are separated by semicolons, objects are JSON. */
function toText(value: unknown): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toText).join('; ');
  return JSON.stringify(value);
}

const toLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

function csvWriter({ columns, addedColumns, isMarked }: Layout): Writer {
  return {
    header: (isMarked ? '\ufeff' : '') + toLine([...columns, ...addedColumns].map(quoteCell)),
    // The cells of the input stay as they are; added ones are never formulas.
    toText: ({ text, added }) =>
      toLine([...columns.map((name) => quoteCell(text[name] ?? '')), ...added.map((value) => toCell(toText(value)))]),
  };
}

const ndjsonWriter = ({ addedColumns }: Layout): Writer => ({
  header: '',
  toText: ({ given, added }) =>
    `${JSON.stringify({ ...given, ...Object.fromEntries(addedColumns.map((name, at) => [name, added[at]])) })}\n`,
});

const writers: Readonly<Record<string, (layout: Layout) => Writer>> = {
  csv: csvWriter,
  ndjson: ndjsonWriter,
  jsonl: ndjsonWriter,
};

/** The writer for a file, by the end of its name; undefined: there is none for it. */
export const writerFor = (file: string): ((layout: Layout) => Writer) | undefined =>
  writers[/\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? ''];
