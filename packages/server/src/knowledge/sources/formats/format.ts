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
