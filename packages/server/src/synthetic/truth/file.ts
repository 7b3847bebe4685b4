import type { Trap } from './rates.ts';
import type { KnownWorld } from './relations.ts';

/** A row of a file. */
export interface TruthRow {
  text: string;
  /** What its reader calls the record; absent: it skips the row. */
  key?: string;
  /** Whom it is really about. */
  entity: string;
  traps: readonly Trap[];
}

/** One source's file over the world. */
export interface TruthFile {
  source: string;
  name: string;
  /** Only the web knows those that no register has. */
  knowsUnregistered: boolean;
  rowsOf(world: KnownWorld, who: number): TruthRow[];
  head(part: number, rows: number): string;
  tail: string;
  /** The names of the parts of a zip; absent: one plain file. */
  partName?(part: number): string;
}
