import { rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskLog } from '../../core/async/periodic-task.ts';
import type { Shipper } from './ship-own-usage.ts';
import { closeSegments, listSpools, openSegments, removeSegments, socketPath } from './spool-folder.ts';
import type { Segment } from './spool-reader.ts';
import type { Liveness } from './spool-socket.ts';

/** How long the socket of a dead process is absent, at least. */
const absentMs = 3000;
const pollMs = 50;

export interface DeadProcessesDeps {
  readonly folder: string;
  readonly ownId: string;
  readonly shipper: Shipper;
  readonly readLiveness: (socketPath: string) => Promise<Liveness>;
  /** Unregisters a process, with its leases. */
  readonly remove: (id: string) => Promise<void>;
  readonly log: TaskLog;
}

/** Recovers the usage records of dead processes of this machine. Safe to run in several processes at once. */
export class DeadProcesses {
  readonly #deps: DeadProcessesDeps;
  readonly #unknown = new Set<string>();

  constructor(deps: DeadProcessesDeps) {
    this.#deps = deps;
  }

  async sweep(): Promise<void> {
    const { folder, ownId } = this.#deps;
    const failures: unknown[] = [];
    for (const id of listSpools(folder)) {
      if (id === ownId || this.#unknown.has(id)) continue;
      if (await this.#isDead(id)) await this.#adopt(id).catch((error: unknown) => failures.push(error));
    }
    // One that cannot be read does not block the others.
    if (failures.length > 0) throw failures[0];
  }

  /** A socket can be removed while its process is alive. The process recreates it within a second, however often that happens. */
  async #isDead(id: string): Promise<boolean> {
    const { folder, readLiveness } = this.#deps;
    for (let waitedMs = 0; waitedMs < absentMs; waitedMs += pollMs) {
      const life = await readLiveness(socketPath(folder, id));
      if (life !== 'absent') return life === 'dead';
      await sleep(pollMs);
    }
    return true;
  }

  async #adopt(id: string): Promise<void> {
    const { folder, remove, log } = this.#deps;
    const segments = openSegments(folder, id);
    try {
      if (!(await this.#shipAll(id, segments))) return this.#leave(id);
    } finally {
      closeSegments(segments);
    }
    // In this order: as long as a line exists, so does the row that says whether it was counted.
    removeSegments(folder, id);
    await remove(id);
    this.#removeSocket(id);
    log.info({ process: id }, 'recovered usage from a dead process');
  }

  /** False: the process is not registered in the database. */
  async #shipAll(id: string, segments: readonly Segment[]): Promise<boolean> {
    for (;;) {
      const stretch = await this.#deps.shipper.shipSome({ id, segments });
      if (!stretch) return false;
      if (stretch.isLast) return true;
    }
  }

  /** It died before registration, or was already recovered, or its lines belong to another database. */
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
    log.error({ process: id, folder }, 'ignoring the spool of an unknown process: does it belong to another database?');
  }

  #removeSocket(id: string): void {
    const path = socketPath(this.#deps.folder, id);
    for (const file of [path, path.replace(/sock$/, 'new')]) {
      if (statSync(file, { throwIfNoEntry: false })) rmSync(file, { force: true });
    }
  }
}
