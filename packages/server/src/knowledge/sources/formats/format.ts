import type { Reject } from '../row-outcome.ts';

/** A row with the line of its file on which it begins. */
export interface Placed<Row> {
  line: number;
  row: Row | Reject;
  /** If the reader keeps it: the JSON object of a row, or the cells of a row that was rejected. */
  given?: unknown;
}

/** Parses the bytes of one file (or one part of an archive) into rows as they arrive. Pure: it does no I/O. */
export interface RowReader<Row> {
  /** The rows that these bytes complete. */
  take(bytes: Buffer): Placed<Row>[];
  /** The rows that are still open at the end. */
  end(): Placed<Row>[];
}

/** How the files of a source are laid out. `take` and `end` throw `UnreadableFile` when a file is not of this layout. */
export interface Format<Row> {
  /** Which parts of a zip contain rows; all if absent. */
  parts?: RegExp;
  /** How many parts a zip may have, if ten thousand are too few: they are then read in the order of the archive. */
  maxParts?: number;
  open(): RowReader<Row>;
}

/** For zips with one file per company. */
export const manyParts = 3_000_000;

/** No row of the file can be used; the message says why and what to do. The caller adds the name of the file. */
export class UnreadableFile extends Error {}

/** By its first bytes. */
export const isParquet = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'PAR1';

/** Makes a row from a function that returns the cell of the nth column. */
export type RowMaker = (cellOf: (at: number) => string) => Record<string, string>;

/**
 * Returns a function that makes rows with these columns. V8 keeps an object that gets more than a dozen properties one by one as a
 * hash table, which is slow to fill, read and copy to another thread. A copy of an object that has all of them is faster.
 */
export function rowMaker(columns: readonly string[]): RowMaker {
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(columns.map((name) => [name, '']))));
  return (cellOf) => {
    const row = { ...empty };
    for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = cellOf(at);
    return row;
  };
}
