import { rmSync, statSync } from 'node:fs';
import type { MeterLog } from './meter-log.ts';
import type { Shipper } from './shipper.ts';
import { closeSegments, listSpools, openSegments, removeSegments, socketPath } from './spool-folder.ts';
import type { Segment } from './spool-reader.ts';
import type { Life } from './spool-socket.ts';

export interface OrphansDeps {
  readonly folder: string;
  readonly ownId: string;
  readonly shipper: Shipper;
  readonly readLife: (socketPath: string) => Promise<Life>;
  /** Takes a process off the list, with its leases. */
  readonly remove: (id: string) => Promise<void>;
  readonly log: MeterLog;
}

/** Counts what dead processes of this machine left in the folder. Two that do so at once are harmless. */
export class Orphans {
  readonly #deps: OrphansDeps;
  #absent: ReadonlySet<string> = new Set();
  readonly #unknown = new Set<string>();

  constructor(deps: OrphansDeps) {
    this.#deps = deps;
  }

  async sweep(): Promise<void> {
    const { folder, ownId, readLife } = this.#deps;
    const absent = new Set<string>();
    const failures: unknown[] = [];
    for (const id of listSpools(folder)) {
      if (id === ownId || this.#unknown.has(id)) continue;
      const life = await readLife(socketPath(folder, id));
      if (life === 'absent') absent.add(id);
      // A socket can be lost without its process: that one mends it before we look again.
      if (life === 'dead' || (life === 'absent' && this.#absent.has(id))) {
        await this.#adopt(id).catch((error: unknown) => failures.push(error));
      }
    }
    this.#absent = absent;
    // Those after it are not held up by one that cannot be read.
    if (failures.length > 0) throw failures[0];
  }

  async #adopt(id: string): Promise<void> {
    const { folder, remove, log } = this.#deps;
    const segments = openSegments(folder, id);
    try {
      if (!(await this.#shipAll(id, segments))) return this.#leave(id);
    } finally {
      closeSegments(segments);
    }
    // In this order: while a line is there, so is the row that says whether it was counted.
    removeSegments(folder, id);
    await remove(id);
    this.#removeSocket(id);
    log.info({ process: id }, 'Counted what a process left that is no more');
  }

  /** False: the ledger does not know the process. */
  async #shipAll(id: string, segments: readonly Segment[]): Promise<boolean> {
    for (;;) {
      const stretch = await this.#deps.shipper.shipSome({ id, segments });
      if (!stretch) return false;
      if (stretch.isLast) return true;
    }
  }

  /** It died before it was listed, or another has done all this, or its lines belong to another ledger. */
  #leave(id: string): void {
    const { folder, log } = this.#deps;
    const segments = openSegments(folder, id);
    closeSegments(segments);
    if (segments.every(({ end }) => end === 0)) {
      removeSegments(folder, id);
      this.#removeSocket(id);
      return;
    }
    this.#unknown.add(id);
    log.error(
      { process: id, folder },
      'A spool of a process that this ledger does not know is left alone: was it counted by another database?',
    );
  }

  #removeSocket(id: string): void {
    const path = socketPath(this.#deps.folder, id);
    for (const file of [path, path.replace(/sock$/, 'new')]) {
      if (statSync(file, { throwIfNoEntry: false })) rmSync(file, { force: true });
    }
  }
}
