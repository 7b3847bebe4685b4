import { Random } from '../../../sample-data/demo/random.ts';
import { extractDay } from './days.ts';
import { makeName } from './names.ts';
import { draws } from './population.ts';

/** A registered name under which a member trades. */
export interface BusinessName {
  name: string;
  cancelled: boolean;
  since: number;
}

/** One in eleven members has business names; every second of these has two, so three names belong to two members. */
const membersPerHolder = 11;

const random = new Random();
const holderIndex = (seed: number, holder: number) =>
  holder * membersPerHolder + random.restart(seed, holder, draws.holder).below(membersPerHolder);

/** The member that holds the nth business name, from 0. */
export const indexOfHolder = (seed: number, nth: number): number =>
  holderIndex(seed, 2 * Math.floor(nth / 3) + (nth % 3 === 2 ? 1 : 0));

/** The business names of a member. */
export function namesHeldBy(seed: number, index: number): readonly number[] {
  const holder = Math.floor(index / membersPerHolder);
  if (holderIndex(seed, holder) !== index) return [];
  const first = 3 * Math.floor(holder / 2);
  return holder % 2 === 0 ? [first, first + 1] : [first + 2];
}

export function businessNameOf(seed: number, nth: number): BusinessName {
  random.restart(seed, nth, draws.businessName);
  return { name: makeName(random), cancelled: random.chance(0.3), since: random.below(extractDay) };
}
