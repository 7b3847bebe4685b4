import type { Placed } from '../../sources/formats/format.ts';
import type { Part, WantedParts } from './files.ts';

/** Bytes to rows, and a row to what it says: a record, perhaps with notes, or why it is none. */
export interface Reader extends WantedParts {
  rowsOf(part: Part): AsyncIterable<Placed<unknown>[]>;
  toOutcome(row: unknown): unknown;
}
