import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fromThreadError, type ThreadError } from '../../../core/errors/failure.ts';
import { hasCompanies } from '../../../stores/postgres/matches/match-state.ts';
import type { Pool } from '../../../stores/postgres/pool.ts';
import { scanLane } from './scan.ts';
import type { MatchSource, MatchSources } from './to-group.ts';

/** What a lane does, as plain data that can be sent to its thread. */
export interface ScanTask {
  readonly databaseUrl: string;
  readonly sources: readonly (readonly [number, MatchSource])[];
  readonly lane: number;
  readonly lanes: number;
}

/** The messages of a lane: how many groups it has read since the last one, or why it failed. */
export type FromScan = { groups: number } | { error: ThreadError };

/** There are no more ranges of companies than this. */
export const maxMatchLanes = 32;
/** Below this number of companies, starting threads takes longer than they save. */
const minCompaniesForThreads = 20_000;
/** A page of records is short-lived: a small young generation is collected cheaply. */
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 };

/** One per core, as far as a pool of connections allows. */
export const defaultMatchLanes = (): number => Math.min(availableParallelism(), 8);

type OnGroups = (groups: number) => void;

/** A lane in its own thread. */
function startThread(workerData: ScanTask, onGroups: OnGroups) {
  const worker = new Worker(new URL(`./scan-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData,
    resourceLimits,
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromScan) => {
      if ('error' in message) reject(fromThreadError(message.error));
      else onGroups(message.groups);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A lane ended with status ${code}.`))));
  });
  return { ended, end: () => worker.terminate() };
}

export interface ScanOrder {
  pool: Pool;
  sources: MatchSources;
  lanes: number;
  /** How threads open the database; absent: no threads are started. */
  databaseUrl?: string | undefined;
  /** From how many companies on threads are started. */
  threadsFrom?: number | undefined;
}

/** Reads all companies, in as many threads as there are lanes. */
export async function scanCompanies(order: ScanOrder, onGroups: OnGroups): Promise<void> {
  const { pool, sources, lanes, databaseUrl, threadsFrom = minCompaniesForThreads } = order;
  if (databaseUrl === undefined || lanes === 1 || !(await hasCompanies(pool, threadsFrom)))
    return scanLane({ pool, sources, lane: 0, lanes: 1, onPage: onGroups });
  const threads = Array.from({ length: lanes }, (_, lane) =>
    startThread({ databaseUrl, sources: [...sources], lane, lanes }, onGroups),
  );
  try {
    await Promise.all(threads.map(({ ended }) => ended));
  } finally {
    await Promise.all(threads.map(({ end }) => end()));
  }
}
