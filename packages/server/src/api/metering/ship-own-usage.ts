import type { SpoolPosition } from '../../stores/postgres/usage/processes.ts';
import type { UsageDatabase } from '../../stores/postgres/usage/usage.ts';
import type { Spool } from './spool.ts';
import { readSpool, type Segment, type SpoolBatch } from './spool-reader.ts';

export interface OwnShippingDeps {
  readonly spool: Spool;
  readonly shipper: Shipper;
  /** Registers this process; its spool counts from there on. */
  readonly register: (from: SpoolPosition) => Promise<void>;
  /** This process was unregistered, and its leases with it. */
  readonly onLost: () => void;
}

const isBefore = (a: SpoolPosition, b: SpoolPosition): boolean =>
  a.segment < b.segment || (a.segment === b.segment && a.position < b.position);

/** Ships the spool of this process to the database, batch by batch. */
export class OwnShipping {
  readonly #deps: OwnShippingDeps;
  #shipped: SpoolPosition = { segment: 0, position: 0 };
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;
  /** Where our spool counts from after registering again. */
  #restart: SpoolPosition | undefined;
  /** Whether the current file has shipped lines with people. */
  #hasPeople = false;

  constructor(deps: OwnShippingDeps) {
    this.#deps = deps;
  }

  get hasMore(): boolean {
    return isBefore(this.#shipped, this.#deps.spool.end);
  }

  get unshippedBytes(): number {
    return this.#deps.spool.bytesAfter(this.#shipped);
  }

  /** Ships everything written so far. One run at a time; calls during a run share the next. */
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

  /** Starts a new file if the current one has people: a file is removed when its lines are in the database. */
  leavePeople(): void {
    if (!this.#hasPeople || !this.#deps.spool.isWritable) return;
    this.#deps.spool.begin();
    this.#hasPeople = false;
  }

  async #ship(): Promise<void> {
    const { end } = this.#deps.spool;
    do {
      const stretch = await this.#deps.shipper.shipSome(this.#deps.spool);
      this.#shipped = stretch ? stretch.next : await this.#enlist();
      this.#hasPeople ||= stretch?.answers.some(({ received }) => received !== undefined) ?? false;
      this.#restart = undefined;
      this.#deps.spool.dropBefore(this.#shipped.segment);
    } while (isBefore(this.#shipped, end));
  }

  /**
   * The process that unregistered us has counted our spool up to an unknown position. So it counts from here,
   * in a new file: better to lose a line than to count one twice.
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

export interface ShipperDeps {
  readonly usage: Pick<UsageDatabase, 'ship'>;
  /** Usage records per transaction. */
  readonly limit?: number;
  readonly onShipped?: ((answers: number) => void) | undefined;
  readonly onSkipped?: ((lines: number, processId: string) => void) | undefined;
}

export interface SpoolToShip {
  readonly id: string;
  readonly segments: readonly Segment[];
}

/** Ships a spool to the database: our own, or that of a dead process. */
export class Shipper {
  readonly #deps: ShipperDeps;

  constructor(deps: ShipperDeps) {
    this.#deps = deps;
  }

  /** Ships the next lines; undefined: the process is not registered. */
  async shipSome(spool: SpoolToShip): Promise<SpoolBatch | undefined> {
    const shipped = await this.#deps.usage.ship(spool.id, (from) => readSpool(spool.segments, from, this.#deps.limit));
    if (!shipped) return undefined;
    if (shipped.answers.length > 0) this.#deps.onShipped?.(shipped.answers.length);
    if (shipped.skipped > 0) this.#deps.onSkipped?.(shipped.skipped, spool.id);
    return shipped;
  }
}
