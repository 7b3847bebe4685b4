import { LRUCache } from 'lru-cache';
import { type Charged, charge, type Decision, shareOf, toDecision, type Window } from './gcra.ts';

/** What one process knows of each key, so that it can continue alone. */
export class LocalWindows {
  // By the monotonic clock of this process.
  readonly #wholeAtUs = new LRUCache<string, number>({ max: 100_000 });

  take(keyId: string, windows: readonly Window[], processes: number): Decision {
    const shares = windows.map((window) => shareOf(window, processes));
    const before = windows.map(({ name }) => this.#wholeAtUs.get(name + keyId) ?? 0);
    const charged = charge(shares, before, nowUs());
    this.#keep(keyId, windows, charged.wholeAtUs);
    return toDecision(shares, charged);
  }

  /** A key without quota when Redis becomes unavailable stays limited: its recovery takes the same time in every share. */
  follow(keyId: string, windows: readonly Window[], shared: Charged): void {
    const shiftUs = nowUs() - shared.nowUs;
    this.#keep(
      keyId,
      windows,
      shared.wholeAtUs.map((at) => at + shiftUs),
    );
  }

  #keep(keyId: string, windows: readonly Window[], wholeAtUs: readonly number[]): void {
    windows.forEach(({ name }, i) => {
      const key = name + keyId;
      this.#wholeAtUs.set(key, Math.max(wholeAtUs[i] ?? 0, this.#wholeAtUs.get(key) ?? 0));
    });
  }
}

const nowUs = () => Math.floor(performance.now() * 1000);
