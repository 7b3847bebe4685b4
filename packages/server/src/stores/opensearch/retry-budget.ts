/** A retry budget: extra calls as a share of ordinary ones over time, and a burst of them when a node fails. */
export class RetryBudget {
  readonly #share: number;
  readonly #burst: number;
  #left: number;

  constructor({ share, burst }: { share: number; burst: number }) {
    this.#share = share;
    this.#burst = burst;
    this.#left = burst;
  }

  /** An ordinary call. */
  earn(): void {
    this.#left = Math.min(this.#burst, this.#left + this.#share);
  }

  /** Whether it may be done; if so, it counts. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
