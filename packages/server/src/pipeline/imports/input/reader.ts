import type { Placed } from '../../../knowledge/sources/formats/format.ts';
import type { Skip } from '../../../knowledge/sources/row-outcome.ts';
import type { Part, WantedParts } from './files.ts';

/** Turns bytes into rows, and a row into a record (possibly with warnings) or the reason why it is none. */
export interface Reader extends WantedParts {
  rowsOf(part: Part): AsyncIterable<Placed<unknown>[]>;
  /** Why a row is skipped, if that is visible without parsing it. */
  skips?(row: unknown): Skip | undefined;
  toOutcome(row: unknown): unknown;
}
