const dayMs = 86_400_000;

/** Whole days between two days; 0 if the first is in the future. */
export const ageInDays = (observed: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(observed)) / dayMs));

/** Counts values by age in days: exact, in memory proportional to the number of different days. */
export class Ages {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(days: number): void {
    this.#counts.set(days, (this.#counts.get(days) ?? 0) + 1);
    this.#total += 1;
  }

  /** The lowest age such that at least this share of the values is no older. */
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
