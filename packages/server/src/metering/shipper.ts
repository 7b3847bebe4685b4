import type { UsageLedger } from '../ledger/usage.ts';
import { readSpool, type Segment, type SpoolStretch } from './spool-reader.ts';

export interface ShipperDeps {
  readonly usage: Pick<UsageLedger, 'ship'>;
  /** Answers that are counted with one transaction. */
  readonly limit?: number;
  readonly onShipped?: ((answers: number) => void) | undefined;
  readonly onSkipped?: ((lines: number, processId: string) => void) | undefined;
}

export interface SpoolToShip {
  readonly id: string;
  readonly segments: readonly Segment[];
}

/** Counts what stands in a spool. The same for our own and for those that others left. */
export class Shipper {
  readonly #deps: ShipperDeps;

  constructor(deps: ShipperDeps) {
    this.#deps = deps;
  }

  /** Ships the next lines; undefined: the ledger does not know the process. */
  async shipSome(spool: SpoolToShip): Promise<SpoolStretch | undefined> {
    const shipped = await this.#deps.usage.ship(spool.id, (from) => readSpool(spool.segments, from, this.#deps.limit));
    if (!shipped) return undefined;
    if (shipped.answers.length > 0) this.#deps.onShipped?.(shipped.answers.length);
    if (shipped.skipped > 0) this.#deps.onSkipped?.(shipped.skipped, spool.id);
    return shipped;
  }
}
