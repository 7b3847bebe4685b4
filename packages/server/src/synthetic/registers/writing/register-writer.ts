import { Random } from '../../demo/random.ts';
import { draws } from '../population/population.ts';

/** What is asked for. */
export interface Population {
  seed: number;
  rows: number;
  /** The share of rows that a reader must reject. */
  broken: number;
  /** The file of the week after, in which this share of the rows is changed, and a tenth of it removed and added. */
  next: boolean;
  changed: number;
}

export type Fate = 'same' | 'changed' | 'removed' | 'added' | 'broken';

export interface Row {
  /** Under which it is counted. */
  group: string;
  cancelled: boolean;
  text: string;
}

/** How rows are dealt to the parts of a zip: so many after one another, to each part in turn, or to one each. */
export type Archive =
  | { rowsPerPart(rows: number): number; nameOf(world: Population, part: number): string }
  | { partsInTurn: readonly string[] }
  | { nameOfRow(world: Population, index: number): string };

/** How the files of one source are invented. */
export interface SyntheticRegister {
  /** More would leave the population. */
  mostRows: number;
  rowOf(world: Population, index: number, fate: Fate): Row;
  /** Absent: every row can be broken so that a reader must see it. */
  breakable?: { share: number; test(seed: number, index: number): boolean };
  /** Absent: one plain file. */
  archive?: Archive;
  head(world: Population, part: number, rows: number): string;
  /** What stands between two rows. */
  between?: string;
  tail: string;
  /** The same rows in other formats of the source, by their names. */
  forms?: Readonly<Record<string, SyntheticRegister>>;
}

const random = new Random();

/** What becomes of a row: decided by its index alone, so that nothing has to be remembered. */
export function fateOf(world: Population, index: number, { breakable }: SyntheticRegister): Fate {
  if (index >= world.rows) return 'added';
  const draw = random.restart(world.seed, index, draws.fate).fraction();
  // Broken rows are at the upper end and changed ones at the lower, so that none is both.
  const broken = world.broken / (breakable?.share ?? 1);
  if (draw >= 1 - broken && (!breakable || breakable.test(world.seed, index))) return 'broken';
  if (!world.next) return 'same';
  if (draw < world.changed) return 'changed';
  return draw < world.changed * 1.1 ? 'removed' : 'same';
}
