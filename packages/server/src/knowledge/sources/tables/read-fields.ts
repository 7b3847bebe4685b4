import type { TextRow } from '../formats/json-lines.ts';
import type { Mapping } from './map-columns.ts';
import { clean } from './values/clean-cell.ts';

/** The values of a row by field name, and notes on what could not be used. */
export interface TableFields {
  readonly notes: string[];
  get(field: string): string | undefined;
  /** The values of a list field, from all its columns. */
  all(field: string): string[];
  /** Notes that a value was left out and why, without repeating the value. */
  note(field: string, why: string): undefined;
  /** The parsed value; undefined and a note if it cannot be parsed. */
  read<T>(field: string, parse: (text: string) => T | undefined, otherwise: string): T | undefined;
}

// Names of industries and places may contain commas: Oil, Gas and Mining.
const commaLists = new Set(['keywords', 'phones', 'emails', 'states']);

function split(field: string, cell: string): string[] {
  const parts = cell.split(/[;|\n；]/u);
  return parts.length === 1 && commaLists.has(field) ? cell.split(/[,、，]/u) : parts;
}

export function readFields(row: TextRow, { byField }: Mapping): TableFields {
  const notes: string[] = [];
  const get = (field: string) => {
    const column = byField[field]?.[0];
    return column === undefined ? undefined : clean(row[column]);
  };
  const note = (field: string, why: string): undefined => {
    notes.push(`${field}: ${why}`);
  };
  return {
    notes,
    get,
    note,
    all(field) {
      const columns = byField[field];
      if (!columns) return [];
      const cells = columns.flatMap((column) => split(field, clean(row[column]) ?? ''));
      return [...new Set(cells.flatMap((cell) => clean(cell) ?? []))];
    },
    read(field, parse, otherwise) {
      const text = get(field);
      return text === undefined ? undefined : (parse(text) ?? note(field, otherwise));
    },
  };
}

/** A record, and notes on what was left out of its row: `employee_count: not a number`. */
export interface MappedRecord<Made> {
  record: Made;
  notes: string[];
}

export interface RecordOptions {
  /** The ISO code for records whose row has no country. */
  country?: string | undefined;
  /**
   * A keyed hash with the secret of the installation: email addresses and phone numbers must not be stored, not even
   * in a key.
   */
  hashKey(text: string): string;
}
