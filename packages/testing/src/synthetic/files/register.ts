import { Random } from '../../../../server/src/sample-data/demo/random.ts';
import { draws } from '../universe/company.ts';

/** The options of a synthetic register. */
export interface Order {
  readonly seed: number;
  readonly rows: number;
  /** The share of rows that the reader must reject. */
  readonly broken: number;
  /** The file of the following week: this share of the rows is changed, and a tenth of it is removed and added. */
  readonly next: boolean;
  readonly changed: number;
}

export type Fate = 'same' | 'changed' | 'removed' | 'added' | 'broken';

export interface Row {
  /** The group in which the row is counted. */
  readonly group: string;
  readonly text: string;
}

/** Generates the files of one source. */
export interface SyntheticRegister {
  /** The range of its numbers limits the number of rows. */
  readonly mostRows: number;
  rowOf(order: Order, index: number, fate: Fate): Row;
  /** Absent: every row can be broken in a way that the reader must detect. */
  readonly breakable?: { readonly share: number; test(seed: number, index: number): boolean };
  /** The rows are in several files of a zip. Absent: one plain file. */
  readonly archive?: { rowsPerPart(rows: number): number; nameOf(order: Order, part: number): string };
  head(order: Order, part: number): string;
  readonly tail: string;
}

const random = new Random();

/** What happens to a row. It depends on the index only, so that nothing needs to be remembered. */
export function fateOf(order: Order, index: number, { breakable }: SyntheticRegister): Fate {
  if (index >= order.rows) return 'added';
  const draw = random.restart(order.seed, index, draws.fate).fraction();
  // Broken rows are at the upper end and changed rows at the lower end, so that none is both.
  const broken = order.broken / (breakable?.share ?? 1);
  if (draw >= 1 - broken && (!breakable || breakable.test(order.seed, index))) return 'broken';
  if (!order.next) return 'same';
  if (draw < order.changed) return 'changed';
  return draw < order.changed * 1.1 ? 'removed' : 'same';
}

/** The end of the row indexes of a file. */
export const endOfRows = ({ rows, next, changed }: Order): number =>
  rows + (next ? Math.round(rows * changed * 0.1) : 0);
