import type { UsageDatabase } from '../../stores/postgres/usage/usage.ts';
import { readSpool, type Segment, type SpoolBatch } from './spool-reader.ts';

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
