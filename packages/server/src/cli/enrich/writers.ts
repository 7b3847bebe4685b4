import type { CompanyPeopleResult, PersonMatch } from '@orgdex/contract';
import { quoteCell, toCell } from '../../core/output/escape.ts';
import type { TextRow } from '../../knowledge/sources/formats/json-lines.ts';

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

export interface Columns {
  readonly fields: readonly string[];
  /** How many people per company; 0: none. */
  readonly people: number;
}

/** The columns of a person, and where their values are. */
const personFields: readonly (readonly [column: string, field: keyof PersonMatch])[] = [
  ['id', 'person_id'],
  ['position', 'position'],
  ['network', 'network'],
  ['has_email', 'has_email'],
  ['has_phone', 'has_phone'],
  ['has_mobile', 'has_mobile'],
];

const places = (people: number): number[] => Array.from({ length: people }, (_, at) => at);

/** The names of the added columns. */
const columnNames = ({ fields, people }: Columns): string[] => [
  'orgdex_id',
  'orgdex_status',
  'orgdex_score',
  ...fields.map((field) => `orgdex_${field}`),
  ...(people > 0 ? ['orgdex_people'] : []),
  ...places(people).flatMap((at) => personFields.map(([column]) => `orgdex_person_${at + 1}_${column}`)),
];

/** The names of the added columns, with a number where the input has a column of that name already. */
export function freeColumnNames(columns: Columns, taken: readonly string[]): string[] {
  const used = new Set(taken);
  return columnNames(columns).map((name) => {
    let free = name;
    for (let number = 2; used.has(free); number += 1) free = `${name} (${number})`;
    used.add(free);
    return free;
  });
}

/** The people found in a company: how many there are, and the first of them. */
export type FoundPeople = Pick<CompanyPeopleResult, 'total' | 'people'>;

/** The values of the columns of people. */
export function peopleValues(found: FoundPeople | undefined, people: number): unknown[] {
  if (people === 0) return [];
  const each = places(people).flatMap((at) => personFields.map(([, field]) => found?.people[at]?.[field] ?? null));
  return [found?.total ?? null, ...each];
}
