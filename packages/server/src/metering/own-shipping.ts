import type { SpoolPosition } from '../ledger/processes.ts';
import type { Shipper } from './shipper.ts';
import type { Spool } from './spool.ts';

export interface OwnShippingDeps {
  readonly spool: Spool;
  readonly shipper: Shipper;
  /** Puts this process on the list; its spool counts from there on. */
  readonly register: (from: SpoolPosition) => Promise<void>;
  /** Somebody took this process off the list, and all its leases with it. */
  readonly onLost: () => void;
}

const isBefore = (a: SpoolPosition, b: SpoolPosition): boolean =>
  a.segment < b.segment || (a.segment === b.segment && a.position < b.position);

/** Brings our own spool into the ledger, one batch after the other. */
export class OwnShipping {
  readonly #deps: OwnShippingDeps;
  #shipped: SpoolPosition = { segment: 0, position: 0 };
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;
  /** Where our spool counts from, once we are on the list again. */
  #restart: SpoolPosition | undefined;

  constructor(deps: OwnShippingDeps) {
    this.#deps = deps;
  }

  get hasMore(): boolean {
    return isBefore(this.#shipped, this.#deps.spool.end);
  }

  get unshippedBytes(): number {
    return this.#deps.spool.bytesAfter(this.#shipped);
  }

  /** Ships all that is written by now. One turn at a time; those who come meanwhile share the next. */
  flush(): Promise<void> {
    if (this.#next) return this.#next;
    const next = this.#running.then(() => {
      this.#next = undefined;
      return this.#ship();
    });
    this.#next = next;
    this.#running = next.catch(() => {});
    return next;
  }

  async #ship(): Promise<void> {
    const { end } = this.#deps.spool;
    do {
      const stretch = await this.#deps.shipper.shipSome(this.#deps.spool);
      this.#shipped = stretch ? stretch.next : await this.#enlist();
      this.#restart = undefined;
      this.#deps.spool.dropBefore(this.#shipped.segment);
    } while (isBefore(this.#shipped, end));
  }

  /**
   * Whoever took us off the list has counted our spool up to a place that nobody knows now. So it counts anew from here,
   * in a new file: rather lose a line than count one twice.
   */
  async #enlist(): Promise<SpoolPosition> {
    const { spool, register, onLost } = this.#deps;
    if (!this.#restart) {
      spool.begin();
      this.#restart = spool.end;
      onLost();
    }
    await register(this.#restart);
    return this.#restart;
  }
}
