import { parentPort, workerData } from 'node:worker_threads';
import { toThreadError } from '../../../core/errors/failure.ts';
import { openPool } from '../../../stores/postgres/pool.ts';
import { scanLane } from './scan.ts';
import type { FromScan, ScanTask } from './scan-lanes.ts';

/** One connection reads, the other writes. */
const connections = 2;

/** Reads companies in its own thread, with its own connections. */
async function run({ databaseUrl, sources, ...task }: ScanTask): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This file must run as a worker thread.');
  const send = (message: FromScan) => port.postMessage(message);
  const pool = openPool(databaseUrl, { size: connections });
  try {
    await scanLane({ ...task, sources: new Map(sources), pool, onPage: (groups) => send({ groups }) });
  } catch (error) {
    send({ error: toThreadError(error) });
  } finally {
    await pool.end();
    port.close();
  }
}

await run(workerData as ScanTask);
