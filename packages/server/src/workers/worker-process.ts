import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Snapshot } from '../http/metrics-sum.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';

export interface End {
  readonly pid?: number | undefined;
  /** Why there was no process at all. */
  readonly message?: string;
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

/** The end of one that was never there: it could not even be tried. */
export const neverBegun = ({ message }: Error): End => ({
  message,
  code: null,
  signal: null,
  livedMs: 0,
  hasAnswered: false,
});

/** One worker, as the primary sees it. Where the system refuses a process, it ends with the reason, or throws it. */
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
    this.#worker.on('message', (news: WorkerMessage) => this.#hear(news));
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

  kill(): void {
    this.#worker.process.kill('SIGKILL');
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

  #tell(order: PrimaryMessage): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => {});
  }

  #hear(news: WorkerMessage): void {
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
    const how = await new Promise<Pick<End, 'code' | 'signal' | 'message'>>((resolve) => {
      worker.once('exit', (code, signal) => resolve({ code, signal: signal as End['signal'] }));
      worker.on('error', ({ message }) => {
        // Of one that could not be started no exit is told. To send to one that was just killed fails too, but is no end.
        if (this.pid === undefined) resolve({ code: null, signal: null, message });
      });
    });
    // Its last words may be read after its exit. Of one that was killed while a connection was handed over to it, Node
    // waits for the receipt for ever, and keeps it among those who listen.
    const isHeard = await Promise.race([disconnected.then(() => true), sleep(lastWordsMs, false)]);
    if (!isHeard) worker.process.emit('disconnect');
    return { ...how, pid: this.pid, livedMs: Date.now() - this.#startedAt, hasAnswered: this.#hasAnswered };
  }
}
