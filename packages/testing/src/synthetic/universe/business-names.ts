import { Random } from '../../../../server/src/sample-data/demo/random.ts';
import { draws } from './company.ts';
import { extractDay } from './days.ts';
import { anyName } from './entities.ts';

/** One in eleven entries of the business register has business names; every second of these has two. */
const entriesPerHolder = 11;

const random = new Random();
const holderRow = (seed: number, holder: number) =>
  holder * entriesPerHolder + random.restart(seed, holder, draws.holder).below(entriesPerHolder);

/** The row of the business register whose entity holds the nth business name, from 0. */
export const rowOfHolder = (seed: number, nth: number): number =>
  holderRow(seed, 2 * Math.floor(nth / 3) + (nth % 3 === 2 ? 1 : 0));

/** The business names of the entity in a row. */
export function namesHeldBy(seed: number, row: number): readonly number[] {
  const holder = Math.floor(row / entriesPerHolder);
  if (holderRow(seed, holder) !== row) return [];
  const first = 3 * Math.floor(holder / 2);
  return holder % 2 === 0 ? [first, first + 1] : [first + 2];
}

export function businessNameOf(seed: number, nth: number): { name: string; isCancelled: boolean; since: number } {
  random.restart(seed, nth, draws.businessName);
  return { name: anyName(random), isCancelled: random.chance(0.3), since: random.below(extractDay) };
}
