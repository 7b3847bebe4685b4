import { parentPort, workerData } from 'node:worker_threads';
import { toThreadError } from '../../../core/errors/failure.ts';
import { connectOpenSearch } from '../../../stores/opensearch/client.ts';
import { openPool } from '../../../stores/postgres/pool.ts';
import { noPublishCounts } from '../publish-batch.ts';
import type { FromLane, LaneTask } from './lanes.ts';
import { runLane } from './scan-part.ts';

/** One connection holds the lock, the other reads. */
const connections = 2;

/** Runs a lane in its own thread, with its own connections. Any message stops it after the current batch. */
async function run({ stores, ...task }: LaneTask): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This file must run as a worker thread.');
  const send = (message: FromLane) => port.postMessage(message);
  let stopping = false;
  port.on('message', () => {
    stopping = true;
  });
  const pool = openPool(stores.databaseUrl, { size: connections });
  const opensearch = connectOpenSearch(stores.opensearchUrls);
  try {
    await runLane({
      ...task,
      pool,
      opensearch,
      counts: noPublishCounts(),
      onBatch: (counts) => send({ counts }),
      isStopping: () => stopping,
    });
  } catch (error) {
    send({ error: toThreadError(error) });
  } finally {
    await pool.end();
    await opensearch.close();
    port.close();
  }
}

await run(workerData as LaneTask);
