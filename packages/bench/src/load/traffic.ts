/** A number from 0 to below 1, the same row of them for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Which of a shuffled list is asked about in a turn. */
export type Picker = (turn: number) => number;

/** Each another one, until all had their turn. */
export const pickDifferent =
  (count: number): Picker =>
  (turn) =>
    turn % count;

/** By Zipf's law with exponent 1: the n-th is asked about an n-th as often as the first. */
export function pickZipf(count: number, random: () => number): Picker {
  const below = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += 1 / (rank + 1);
    below[rank] = sum;
  }
  return () => firstAbove(below, random() * sum);
}

/** The first index whose value is above, in a rising row. */
function firstAbove(rising: Float64Array, value: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
