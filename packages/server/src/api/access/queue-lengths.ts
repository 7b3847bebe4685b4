/** How many requests of each key wait, and which key has the most; every step takes constant time. */
export class QueueLengths {
  readonly #sizes = new Map<string, number>();
  readonly #keysOfSize: Set<string>[] = [];
  #largestSize = 0;

  get largestSize(): number {
    return this.#largestSize;
  }

  /** One of the keys with the most waiting requests. */
  largest(): string | undefined {
    return this.#keysOfSize[this.#largestSize]?.values().next().value;
  }

  sizeOf(key: string): number {
    return this.#sizes.get(key) ?? 0;
  }

  change(key: string, by: 1 | -1): void {
    const before = this.sizeOf(key);
    const after = before + by;
    this.#keysOfSize[before]?.delete(key);
    if (after === 0) this.#sizes.delete(key);
    else this.#place(key, after);
    if (after > this.#largestSize) this.#largestSize = after;
    else if (before === this.#largestSize && this.#keysOfSize[before]?.size === 0) this.#largestSize = after;
  }

  #place(key: string, size: number): void {
    this.#sizes.set(key, size);
    const keys = this.#keysOfSize[size] ?? new Set<string>();
    keys.add(key);
    this.#keysOfSize[size] = keys;
  }
}
