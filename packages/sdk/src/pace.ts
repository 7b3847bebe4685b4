/** After this many successes in a row, one more request may run at the same time. */
const successesPerStep = 10;

/**
 * How many requests run at the same time: as many as allowed, one while the service limits the rate, and then slowly more.
 * Requests that wait start in their order.
 */
export class Pace {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #allowed: number;
  #running = 0;
  #successes = 0;

  constructor(most: number) {
    this.#most = most;
    this.#allowed = most;
  }

  /** The service rejected a request because of its rate: the running requests end, and then one runs at a time. */
  slowDown(): void {
    this.#allowed = 1;
    this.#successes = 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#allowed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      const result = await work();
      this.#speedUp();
      return result;
    } finally {
      this.#running -= 1;
      this.#startWaiting();
    }
  }

  #speedUp(): void {
    this.#successes += 1;
    if (this.#successes < successesPerStep || this.#allowed >= this.#most) return;
    this.#allowed += 1;
    this.#successes = 0;
  }

  #startWaiting(): void {
    while (this.#running < this.#allowed && this.#waiting.length > 0) {
      this.#running += 1;
      this.#waiting.shift()?.();
    }
  }
}
