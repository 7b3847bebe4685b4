import type { Snapshot } from '../http/metrics-sum.ts';

/** What the primary tells a worker. */
export type PrimaryMessage = { order: 'publish' } | { order: 'stop' } | { order: 'metrics'; question: number };

/** What a worker tells the primary; its last metrics unasked. */
export type WorkerMessage =
  | { news: 'answering' }
  | { news: 'leaving' }
  | { news: 'metrics'; question?: number; snapshot: Snapshot };
