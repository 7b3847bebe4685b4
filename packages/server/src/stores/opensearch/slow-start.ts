/** Calls in progress right after an outage, and the number from which there is no limit any more. */
const calls = { first: 8, all: 256 };
const everyMs = 1000;
/** A request that takes longer fails: its client can try again, and others get their turn. */
const patienceMs = 800;
/** The median of a second: below the first, the next second has twice as many calls; above the other, half as many. */
const medianMs = { good: 50, bad: 200 };

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export interface SlowStartDeps {
  /** No node responds. */
  isDown(): boolean;
  /** In ms, by a clock that never jumps. */
  now?(): number;
}

/**
 * Limits the calls in progress while no node responds, and for some seconds afterwards. Nodes that have just started take many times as
 * long for a search, and at full load each request would wait for all that came before it.
 */
export class SlowStart {
  readonly #isDown: () => boolean;
  readonly #now: () => number;
  #inProgress = 0;
  #most = calls.all;
  #since = 0;
  #took: number[] = [];

  constructor({ isDown, now = () => performance.now() }: SlowStartDeps) {
    this.#isDown = isDown;
    this.#now = now;
  }

  /** Whether calls are limited now; once a second, how many there may be is decided again. */
  get isLimited(): boolean {
    if (this.#isDown()) this.#begin(calls.first);
    else if (this.#most < calls.all && this.#now() - this.#since >= everyMs) this.#begin(this.#next());
    return this.#most < calls.all;
  }

  /** How long a request that begins now may take, if it may take this long otherwise. */
  limit(ms: number): number {
    return this.isLimited ? Math.min(ms, patienceMs) : ms;
  }

  /**
   * Runs a call; undefined: there are too many.
   * @param isWhole whether nodes did all of it: shards that are not ready fail at once, and that is no sign of speed
   */
  run<T>(call: () => Promise<T>, isWhole: (result: T) => boolean): Promise<T> | undefined {
    if (!this.isLimited) return call();
    if (this.#inProgress >= this.#most) return;
    this.#inProgress += 1;
    return this.#observe(call(), isWhole);
  }

  async #observe<T>(call: Promise<T>, isWhole: (result: T) => boolean): Promise<T> {
    const began = this.#now();
    let took = patienceMs;
    try {
      const result = await call;
      if (isWhole(result)) took = this.#now() - began;
      return result;
    } finally {
      this.#inProgress -= 1;
      this.#took.push(took);
    }
  }

  #next(): number {
    const median = medianOf(this.#took);
    if (this.#took.length > 0 && median < medianMs.good) return this.#most * 2;
    return median > medianMs.bad ? Math.max(calls.first, this.#most / 2) : this.#most;
  }

  #begin(most: number): void {
    this.#most = most;
    this.#since = this.#now();
    this.#took = [];
  }
}
