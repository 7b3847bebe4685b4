import { workerData } from 'node:worker_threads';
import { silent } from '../../core/output/progress.ts';
import { tryLockCoverage, unlockCoverage } from '../../stores/postgres/locks.ts';
import { openPool } from '../../stores/postgres/pool.ts';
import type { MeasureTask } from './measure-thread.ts';
import { measureAll } from './read-coverage.ts';

/** Measures once, unless another process is doing so. */
async function measure({ databaseUrl, rates, every }: MeasureTask): Promise<void> {
  const pool = openPool(databaseUrl);
  const client = await pool.connect();
  try {
    if (!(await tryLockCoverage(client))) return;
    await measureAll({ pool, rates, progress: silent }, every);
    await unlockCoverage(client);
  } finally {
    client.release();
    await pool.end();
  }
}

await measure(workerData as MeasureTask);
