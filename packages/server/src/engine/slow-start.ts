/** Calls in progress right after an outage, and the number from which there is no limit any more. */
const calls = { first: 8, all: 256 };
const everyMs = 1000;
/** A call that takes longer fails: its client can try again, and others get their turn. */
const patienceMs = 600;
/** The median of a second: below, the next second has twice as many calls; above the second, half as many. */
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
  #most = Number.POSITIVE_INFINITY;
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
    this.#adapt();
    if (this.#inProgress >= this.#most) return;
    this.#inProgress += 1;
    const began = this.#now();
    const until = this.#most === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : began + patienceMs;
    return call(until).finally(() => {
      this.#inProgress -= 1;
      if (this.#most < calls.all) this.#took.push(this.#now() - began);
    });
  }

  #adapt(): void {
    const now = this.#now();
    if (this.#isDown()) this.#start(now);
    if (this.#most === Number.POSITIVE_INFINITY || now - this.#since < everyMs) return;
    const median = medianOf(this.#took);
    const isGood = this.#took.length > 0 && median < medianMs.good;
    const next = isGood ? this.#most * 2 : median > medianMs.bad ? this.#most / 2 : this.#most;
    this.#begin(now, Math.max(calls.first, next));
  }

  #start(now: number): void {
    if (this.#most > calls.first) this.#begin(now, calls.first);
    this.#since = now;
  }

  #begin(now: number, most: number): void {
    this.#most = most < calls.all ? most : Number.POSITIVE_INFINITY;
    this.#since = now;
    this.#took = [];
  }
}
