import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import { estimateRows } from '../../stores/postgres/status.ts';

/** About how many companies are counted: enough for percentages, and few enough for minutes. */
const sampledCompanies = 100_000;

export interface MeasureTask {
  readonly databaseUrl: string;
  readonly rates: Rates;
  readonly every: number;
}

/** One company in this number is counted. */
const sampleOf = (companies: number): number => Math.max(1, Math.floor(companies / sampledCompanies));

export interface CoverageThread {
  /** Starts to measure, unless this process is doing so already. */
  start(pool: Pool): Promise<void>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** Measures the coverage in a thread of its own: building profiles would delay the requests of this process. */
export function openCoverageThread(task: Omit<MeasureTask, 'every'>, onError: (error: Error) => void): CoverageThread {
  let worker: Worker | undefined;
  return {
    async start(pool) {
      const every = sampleOf((await estimateRows(pool, 'company')) ?? 0);
      if (worker) return;
      const workerData: MeasureTask = { ...task, every };
      worker = new Worker(new URL(`./measure-worker${extname(import.meta.url)}`, import.meta.url), { workerData });
      worker.unref();
      worker.on('error', onError);
      worker.on('exit', () => {
        worker = undefined;
      });
    },
    isRunning: () => worker !== undefined,
    async stop() {
      await worker?.terminate();
    },
  };
}
