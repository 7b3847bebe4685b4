import type { Trap } from './rates.ts';
import type { KnownPopulation } from './relations.ts';

/** A row of a file. */
export interface TruthRow {
  text: string;
  /** The key of its record; absent if the reader skips the row. */
  key?: string;
  /** The entity that the row is really about. */
  entity: string;
  traps: readonly Trap[];
}

/** The file of one source. */
export interface TruthFile {
  source: string;
  name: string;
  /** Only web sources contain unregistered companies. */
  knowsUnregistered: boolean;
  rowsOf(population: KnownPopulation, who: number): TruthRow[];
  head(part: number, rows: number): string;
  tail: string;
  /** The names of the parts of a zip; absent: one plain file. */
  partName?(part: number): string;
}
