// The finalisers of MurmurHash3 and of mulberry32: each input bit reaches every output bit.
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * Mulberry32, a generator of 32 bits of state. No library: a demo world must come out the same for ever, so its
 * generator may never change under it, and these few lines are quicker than any that keeps more state.
 * Uniqueness never rests on it: every number that must be unique is made from an index.
 */
export class Random {
  #state = 0;

  /** Starts the sequence that belongs to these numbers, e.g. a seed, a company and a person of it. */
  restart(seed: number, company: number, part: number): this {
    this.#state = mix(mix(mix(seed) + company) + Math.imul(part, 0x9e3779b1));
    return this;
  }

  /** A fraction, 0 or more and less than 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from 0 up to, and without, the bound. */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Neighbours in the list, so that none comes twice. */
  some<T>(items: readonly T[], count: number): T[] {
    const start = this.below(items.length);
    const chosen: T[] = [];
    for (let n = 0; n < count && n < items.length; n++) chosen.push(items[(start + n) % items.length] as T);
    return chosen;
  }

  /** That many decimal digits. */
  digits(count: number): string {
    return String(this.below(10 ** count)).padStart(count, '0');
  }
}

/** Sequences of a company beside those of its people, whose parts count from 0: what is drawn in one moves no other. */
export const parts = { size: -1, company: -2, record: -3, abroad: -4 } as const;

/** Each item as often as its weight says, for `pick`. Weights are small integers. */
export function weighted<T>(weights: readonly (readonly [T, number])[]): T[] {
  return weights.flatMap(([item, weight]) => Array.from({ length: weight }, () => item));
}
