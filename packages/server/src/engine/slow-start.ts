/** Calls in progress right after an outage, and the number from which there is no limit any more. */
const calls = { first: 8, all: 256 };
const everyMs = 1000;
/** A call that takes longer fails: its client can try again, and others get their turn. */
const patienceMs = 600;
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

  /**
   * Runs a call; undefined: there are too many.
   * @param call gets the time by which it must end
   */
  run<T>(call: (until: number) => Promise<T>): Promise<T> | undefined {
    if (!this.#isLimited()) return call(Number.POSITIVE_INFINITY);
    if (this.#inProgress >= this.#most) return;
    this.#inProgress += 1;
    const began = this.#now();
    return call(began + patienceMs).finally(() => {
      this.#inProgress -= 1;
      this.#took.push(this.#now() - began);
    });
  }

  /** Whether calls are limited now; once a second, how many there may be is decided anew. */
  #isLimited(): boolean {
    if (this.#isDown()) this.#begin(calls.first);
    else if (this.#most < calls.all && this.#now() - this.#since >= everyMs) this.#begin(this.#next());
    return this.#most < calls.all;
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
