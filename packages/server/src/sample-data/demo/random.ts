// The finalizers of MurmurHash3 and mulberry32: every input bit affects every output bit.
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * Mulberry32, a generator with 32 bits of state. Not a library: the demo data must stay the same permanently, so the
 * generator must never change, and these few lines are faster than generators with more state.
 * Uniqueness does not depend on it: every number that must be unique is derived from an index.
 */
export class Random {
  #state = 0;

  /** Starts the sequence of these numbers, for example a seed, a company and a person. */
  restart(seed: number, company: number, part: number): this {
    this.#state = mix(mix(mix(seed) + company) + Math.imul(part, 0x9e3779b1));
    return this;
  }

  /** A fraction from 0 to less than 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from 0 to less than the bound. */
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

  /** Adjacent items of the list, so that none repeats. */
  some<T>(items: readonly T[], count: number): T[] {
    const start = this.below(items.length);
    const chosen: T[] = [];
    for (let n = 0; n < count && n < items.length; n++) chosen.push(items[(start + n) % items.length] as T);
    return chosen;
  }

  /** This many decimal digits. */
  digits(count: number): string {
    return String(this.below(10 ** count)).padStart(count, '0');
  }
}

/**
 * The sequences of a company, apart from those of its people, which count from 0. A draw in one does not affect the
 * others.
 */
export const parts = { size: -1, company: -2, record: -3, abroad: -4 } as const;

/** Repeats each item by its weight, for `pick`. Weights are small integers. */
export function weighted<T>(weights: readonly (readonly [T, number])[]): T[] {
  return weights.flatMap(([item, weight]) => Array.from({ length: weight }, () => item));
}
