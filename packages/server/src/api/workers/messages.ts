import type { Snapshot } from '../http/metrics-sum.ts';
import type { MachineStatus } from '../http/status-history.ts';

/** A message from the primary to a worker. */
export type PrimaryMessage =
  | { order: 'publish' }
  /** Announce that the machine will stop, and continue to serve. */
  | { order: 'drain' }
  | { order: 'stop' }
  | { order: 'metrics'; question: number }
  /** What all workers did in the last hour, after each sample. */
  | { order: 'history'; history: MachineStatus };

/**
 * A message from a worker to the primary. The final metrics have no `question`: the worker sends them when it stops.
 */
export type WorkerMessage =
  | { news: 'answering' }
  | { news: 'leaving' }
  | { news: 'metrics'; question?: number; snapshot: Snapshot };
