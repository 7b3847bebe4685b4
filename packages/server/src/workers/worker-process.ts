import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Snapshot } from '../http/metrics-sum.ts';
import type { News, Order } from './messages.ts';

export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly livedMs: number;
  readonly hasAnswered: boolean;
}

type Phase = 'starting' | 'answering' | 'leaving';

interface WorkerEvents {
  onPhase(): void;
  onMetrics(snapshot: Snapshot): void;
}

/** A worker that is stuck is not waited for longer: what it told before has to do. */
const metricsMs = 1000;
const lastWordsMs = 500;

/** One worker, as the primary sees it. */
export class WorkerProcess {
  readonly #worker: Worker = cluster.fork();
  readonly #events: WorkerEvents;
  readonly #startedAt = Date.now();
  readonly #questions = new Map<number, () => void>();
  #asked = 0;
  #hasAnswered = false;
  #phase: Phase = 'starting';
  /** Nothing is heard of it afterwards. */
  readonly ended: Promise<End>;

  constructor(events: WorkerEvents) {
    this.#events = events;
    this.#worker.on('message', (news: News) => this.#hear(news));
    // To send to one that was just killed fails: its end is heard of anyway.
    this.#worker.on('error', () => {});
    this.ended = this.#end();
  }

  get id(): number {
    return this.#worker.id;
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  get phase(): Phase {
    return this.#phase;
  }

  publish(): void {
    this.#tell({ order: 'publish' });
  }

  /** One that only starts has nothing to bring to an end, and does not listen yet. */
  stop(): void {
    if (this.#phase === 'starting') this.#worker.process.kill('SIGTERM');
    else this.#tell({ order: 'stop' });
  }

  /** Settles when the metrics were heard, or will not be in time. */
  async readMetrics(): Promise<void> {
    const question = ++this.#asked;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, metricsMs);
    this.#questions.set(question, resolve);
    this.#tell({ order: 'metrics', question });
    await Promise.race([promise, this.ended]);
    clearTimeout(timer);
    this.#questions.delete(question);
  }

  #tell(order: Order): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => {});
  }

  #hear(news: News): void {
    if (news.news === 'metrics') {
      this.#events.onMetrics(news.snapshot);
      this.#questions.get(news.question ?? 0)?.();
      return;
    }
    this.#phase = news.news;
    this.#hasAnswered = true;
    this.#events.onPhase();
  }

  async #end(): Promise<End> {
    const worker = this.#worker;
    const disconnected = new Promise<void>((resolve) => {
      worker.once('disconnect', resolve);
    });
    // Not by `once` of node:events: an error while sending would pass for the end.
    const how = await new Promise<Pick<End, 'code' | 'signal'>>((resolve) => {
      worker.once('exit', (code, signal) => resolve({ code, signal: signal as End['signal'] }));
    });
    // Its last words may be read after its exit. Of one that was killed while a connection was handed over to it, Node
    // waits for the receipt for ever, and keeps it among those who listen.
    const isHeard = await Promise.race([disconnected.then(() => true), sleep(lastWordsMs, false)]);
    if (!isHeard) worker.process.emit('disconnect');
    return { ...how, livedMs: Date.now() - this.#startedAt, hasAnswered: this.#hasAnswered };
  }
}
