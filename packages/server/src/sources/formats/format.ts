import type { Reject } from '../define-source.ts';

/** A row with the line of its file on which it begins. */
export interface Placed<Row> {
  line: number;
  row: Row | Reject;
}

/** Turns the bytes of one file (or one part of an archive) into rows, as they come. Pure: it reads nothing itself. */
export interface RowReader<Row> {
  /** The rows that these bytes complete. */
  take(bytes: Buffer): Placed<Row>[];
  /** The rows that are still open at the end. */
  end(): Placed<Row>[];
}

/** How the files of a source are laid out. `take` and `end` throw `UnreadableFile` when a file is not of this layout. */
export interface Format<Row> {
  /** Which parts of a zip hold rows; absent: all. */
  parts?: RegExp;
  /** How many parts a zip may have where ten thousand are too few: they are then read as they were packed. */
  mostParts?: number;
  open(): RowReader<Row>;
}

/** For zips that hold a file for each company. */
export const manyParts = 3_000_000;

/** The whole file cannot be used; the message says why, and what to do. Whoever reads adds the file's name. */
export class UnreadableFile extends Error {}
