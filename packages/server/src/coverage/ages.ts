const dayMs = 86_400_000;

/** Whole days from one day to a later one; a day that is still to come has no age yet. */
export const ageInDays = (observed: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(observed)) / dayMs));

/** How many values are so many days old: exact, and as large as there are different days. */
export class Ages {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(days: number): void {
    this.#counts.set(days, (this.#counts.get(days) ?? 0) + 1);
    this.#total += 1;
  }

  /** The lowest age that at least this share of the values does not exceed. */
  quantile(share: number): number | undefined {
    const wanted = Math.ceil(share * this.#total);
    let seen = 0;
    for (const [days, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= wanted) return days;
    }
    return undefined;
  }
}
