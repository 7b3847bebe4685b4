import { Random } from '../../../sample-data/demo/random.ts';
import { draws } from '../population/population.ts';

/** The options of a synthetic register. */
export interface Population {
  seed: number;
  rows: number;
  /** The share of rows that the reader must reject. */
  broken: number;
  /**
   * Writes the file of the following week: this share of the rows is changed, and a tenth of it is removed and added.
   */
  next: boolean;
  changed: number;
}

export type Fate = 'same' | 'changed' | 'removed' | 'added' | 'broken';

export interface Row {
  /** The group in which the row is counted. */
  group: string;
  cancelled: boolean;
  text: string;
}

/** How rows are distributed among the parts of a zip: in consecutive ranges, in turn, or one per part. */
export type Archive =
  | { rowsPerPart(rows: number): number; nameOf(population: Population, part: number): string }
  | { partsInTurn: readonly string[] }
  | { nameOfRow(population: Population, index: number): string };

/** Generates the files of one source. */
export interface SyntheticRegister {
  /** The size of the population limits the number of rows. */
  mostRows: number;
  rowOf(population: Population, index: number, fate: Fate): Row;
  /** Absent: every row can be broken in a way that the reader must detect. */
  breakable?: { share: number; test(seed: number, index: number): boolean };
  /** Absent: one plain file. */
  archive?: Archive;
  head(population: Population, part: number, rows: number): string;
  /** The separator between two rows. */
  between?: string;
  tail: string;
  /** The same rows in other formats of the source, by format name. */
  forms?: Readonly<Record<string, SyntheticRegister>>;
}

const random = new Random();

/** What happens to a row. It depends on the index only, so that nothing needs to be remembered. */
export function fateOf(population: Population, index: number, { breakable }: SyntheticRegister): Fate {
  if (index >= population.rows) return 'added';
  const draw = random.restart(population.seed, index, draws.fate).fraction();
  // Broken rows are at the upper end and changed rows at the lower end, so that none is both.
  const broken = population.broken / (breakable?.share ?? 1);
  if (draw >= 1 - broken && (!breakable || breakable.test(population.seed, index))) return 'broken';
  if (!population.next) return 'same';
  if (draw < population.changed) return 'changed';
  return draw < population.changed * 1.1 ? 'removed' : 'same';
}
