import { randomInt } from 'node:crypto';
import { registerProcess } from '../../stores/postgres/usage/processes.ts';
import type { Meter, MeterDeps } from './meter-deps.ts';
import { Spool } from './spool.ts';
import { openSpoolFolder, removeSegments, socketPath, spoolFolderFault } from './spool-folder.ts';
import { SpoolMeter } from './spool-meter.ts';
import { SpoolSocket } from './spool-socket.ts';

export type { Meter } from './meter-deps.ts';
export type { Reservation } from './reservation.ts';

const idLetters = 14;

const newId = (): string =>
  `p${Array.from({ length: idLetters }, () => String.fromCharCode(97 + randomInt(26))).join('')}`;

function openSpool({ folder, segmentBytes, log, onSpool }: MeterDeps, id: string): Spool {
  return new Spool({
    folder,
    id,
    ...(segmentBytes !== undefined && { segmentBytes }),
    onChange(isWritable, error) {
      if (isWritable) log.info({ folder }, 'the spool is writable again');
      else
        log.error(
          { folder, message: (error as Error).message },
          'the spool is not writable: requests that cost a credit are rejected',
        );
      onSpool?.(isWritable);
    },
  });
}

/** Fails with an OperatorError if the folder is unusable. The database must be available. */
export async function openMeter(deps: MeterDeps): Promise<Meter> {
  const { folder, pool } = deps;
  const id = newId();
  const path = socketPath(folder, id);
  openSpoolFolder(folder);
  // Socket first, then files, then registration: a process that dies in between leaves nothing of value.
  const socket = await SpoolSocket.open(path).catch((error) => {
    throw spoolFolderFault(folder, error);
  });
  try {
    const spool = openSpool(deps, id);
    await registerProcess(pool, id, spool.end);
    const meter = new SpoolMeter(deps, { spool, socket });
    meter.start();
    return meter;
  } catch (error) {
    removeSegments(folder, id);
    await socket.remove();
    throw error;
  }
}
