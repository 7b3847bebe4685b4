import { Random } from '../../../server/src/sample-data/demo/random.ts';

/** A deterministic random generator: numbers from 0 to below 1. */
export function seeded(seed: number): () => number {
  const random = new Random().restart(seed, 0, 0);
  return () => random.fraction();
}

/** The index in a shuffled list for each turn. */
export type Picker = (turn: number) => number;

/** Each index once before any repeats. */
export const pickUnique =
  (count: number): Picker =>
  (turn) =>
    turn % count;

/** Zipf's law with exponent 1: index n is picked 1/n as often as the first. */
export function pickZipf(count: number, random: () => number): Picker {
  const below = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += 1 / (rank + 1);
    below[rank] = sum;
  }
  return () => firstAbove(below, random() * sum);
}

/** The first index with a larger value, in an ascending array. */
function firstAbove(rising: Float64Array, value: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
