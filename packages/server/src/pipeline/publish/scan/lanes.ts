import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { fromThreadError, type ThreadError } from '../../../core/errors/failure.ts';
import type { Progress } from '../../../core/output/progress.ts';
import type { Generation } from '../../../stores/postgres/outbox/generations.ts';
import { hasRows } from '../../../stores/postgres/outbox/rebuild-parts.ts';
import { addCounts, noPublishCounts, type PublishCounts, type PublishDeps } from '../publish-batch.ts';
import { runLane } from './scan-part.ts';

/** How a thread opens the stores. */
export interface StoreAddresses {
  readonly databaseUrl: string;
  readonly opensearchUrls: readonly string[];
}

export interface ScanDeps extends PublishDeps {
  progress: Progress;
  /** Absent: no threads are started. */
  stores?: StoreAddresses;
  /** The number of lanes; absent: one per core, or one if there is little to do. */
  lanes?: number;
  /** Stops the lanes after their current batch. */
  signal?: AbortSignal;
}

/** What a lane does, as plain data that can be sent to its thread. */
export interface LaneTask extends Pick<PublishDeps, 'rosterPeople' | 'rates'> {
  readonly generation: Generation;
  readonly stores: StoreAddresses;
}

/** The messages of a lane: its counts so far, or why it failed. */
export type FromLane = { counts: PublishCounts } | { error: ThreadError };

/** There are no more parts than this. */
export const maxLanes = 64;
/** More lanes than this need a larger cluster than the default can assume. */
const maxDefaultLanes = 16;
/** What a lane may need. */
const laneBytes = 300 * 2 ** 20;
/** Below this number of companies and employments, starting threads takes longer than they save. */
const minRowsForThreads = 20_000;

/**
 * Documents are short-lived: a young generation that holds those of a batch is collected cheaply. The old generation has
 * room for two batches of rosters and the cache of titles.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 };

type OnCounts = (counts: PublishCounts) => void;

/** A lane in its own thread. */
function startThread(workerData: LaneTask, onCounts: OnCounts) {
  const worker = new Worker(new URL(`./lane-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData,
    resourceLimits,
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromLane) => {
      if ('error' in message) reject(fromThreadError(message.error));
      else onCounts(message.counts);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A lane ended with status ${code}.`))));
  });
  return { ended, stop: () => worker.postMessage('stop'), kill: () => worker.terminate() };
}

/** If a lane fails, the others are ended, and its error is thrown. */
async function runThreads(tasks: readonly [LaneTask, OnCounts][], signal: AbortSignal | undefined): Promise<void> {
  // A thread starts with a young generation of 1 MB. The commands that write documents do not let theirs grow.
  setFlagsFromString('--semi-space-growth-factor=2');
  const threads = tasks.map(([task, onCounts]) => startThread(task, onCounts));
  const stopAll = () => {
    for (const { stop } of threads) stop();
  };
  signal?.addEventListener('abort', stopAll);
  if (signal?.aborted) stopAll();
  try {
    await Promise.all(threads.map(({ ended }) => ended));
  } finally {
    signal?.removeEventListener('abort', stopAll);
    await Promise.all(threads.map(({ kill }) => kill()));
  }
}

/** One per core, as far as memory allows. */
function defaultLanes(): number {
  const inMemory = Math.floor(process.availableMemory() / laneBytes);
  return Math.max(1, Math.min(availableParallelism(), inMemory, maxDefaultLanes));
}

async function chooseLanes({ pool, stores, lanes }: ScanDeps): Promise<number> {
  if (!stores) return 1;
  if (lanes !== undefined) return lanes;
  return (await hasRows(pool, minRowsForThreads)) ? defaultLanes() : 1;
}

/**
 * Writes the documents of all rows of the database to a generation. Returns when all parts are complete, or when a signal has
 * stopped it.
 */
export async function scanInLanes(deps: ScanDeps, generation: Generation): Promise<PublishCounts> {
  const { progress, stores, rosterPeople, rates, signal } = deps;
  const lanes = await chooseLanes(deps);
  const counts = Array.from({ length: lanes }, noPublishCounts);
  const total = () => counts.reduce(addCounts);
  const onCountsOf = (lane: number) => (own: PublishCounts) => {
    counts[lane] = own;
    const { written, equal } = total();
    progress.report('rebuilding', written + equal);
  };
  if (stores && lanes > 1) {
    const task: LaneTask = { generation, stores, rosterPeople, rates };
    await runThreads(
      counts.map((_, lane) => [task, onCountsOf(lane)]),
      signal,
    );
  } else {
    const isStopping = () => signal?.aborted === true;
    await runLane({ ...deps, generation, counts: noPublishCounts(), onBatch: onCountsOf(0), isStopping });
  }
  return total();
}
