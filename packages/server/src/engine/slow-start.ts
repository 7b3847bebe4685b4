/** How many calls may be in progress when nodes return. Twice as many each second after that. */
const firstCalls = 2;
/** After this time, calls are no longer limited. */
const rampMs = 6000;

/**
 * Limits the calls in progress while no node can be reached, and for some seconds after. Nodes that have just started are
 * many times slower than usual: with the full load at once, every request would wait until it times out.
 */
export class SlowStart {
  readonly #now: () => number;
  #inProgress = 0;
  #lastDownAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether the call may be made; if so, `leave` must follow. */
  enter(isDown: boolean): boolean {
    const now = this.#now();
    if (isDown) this.#lastDownAt = now;
    const sinceMs = now - this.#lastDownAt;
    if (sinceMs < rampMs && this.#inProgress >= firstCalls * 2 ** (sinceMs / 1000)) return false;
    this.#inProgress += 1;
    return true;
  }

  leave(): void {
    this.#inProgress -= 1;
  }
}
