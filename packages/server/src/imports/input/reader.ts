import type { Placed } from '../../sources/formats/format.ts';
import type { Part, Wanted } from './files.ts';

/** Bytes to rows, and a row to what it says: a record, perhaps with notes, or why it is none. */
export interface Reader extends Wanted {
  rowsOf(part: Part): AsyncIterable<Placed<unknown>[]>;
  toOutcome(row: unknown): unknown;
}
