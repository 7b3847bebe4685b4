import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Snapshot } from '../http/process-metrics.ts';
import type { MachineStatus } from '../http/status-history.ts';

export interface End {
  readonly pid?: number | undefined;
  /** Why the process could not be started. */
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

/** A worker that hangs must not delay the metrics: after this time, its previous metrics are used. */
const metricsMs = 1000;
const lastMessagesMs = 500;

/** The end of a worker that the system refused to start. */
export const neverBegun = ({ message }: Error): End => ({
  message,
  code: null,
  signal: null,
  livedMs: 0,
  hasAnswered: false,
});

/**
 * One worker, as the primary sees it. If the system refuses to start it, the constructor throws or `ended` resolves
 * with the reason.
 */
export class WorkerProcess {
  readonly #worker: Worker = cluster.fork();
  readonly #events: WorkerEvents;
  readonly #startedAt = Date.now();
  readonly #questions = new Map<number, () => void>();
  #asked = 0;
  #hasAnswered = false;
  #phase: Phase = 'starting';
  /** Resolves after the last message of the worker. */
  readonly ended: Promise<End>;

  constructor(events: WorkerEvents) {
    this.#events = events;
    this.#worker.on('message', (news: WorkerMessage) => this.#receive(news));
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

  showHistory(history: MachineStatus): void {
    this.#send({ order: 'history', history });
  }

  publish(): void {
    this.#send({ order: 'publish' });
  }

  drain(): void {
    this.#send({ order: 'drain' });
  }

  /** A worker that is still starting has no requests to finish, and does not read messages yet. */
  stop(): void {
    if (this.#phase === 'starting') this.#worker.process.kill('SIGTERM');
    else this.#send({ order: 'stop' });
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  /** Resolves when the metrics have arrived, or the timeout has passed. */
  async readMetrics(): Promise<void> {
    const question = ++this.#asked;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, metricsMs);
    this.#questions.set(question, resolve);
    this.#send({ order: 'metrics', question });
    await Promise.race([promise, this.ended]);
    clearTimeout(timer);
    this.#questions.delete(question);
  }

  #send(order: PrimaryMessage): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => {});
  }

  #receive(news: WorkerMessage): void {
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
        // A worker that could not be started emits no exit. Sending to a worker that was just killed also fails, but is
        // no exit.
        if (this.pid === undefined) resolve({ code: null, signal: null, message });
      });
    });
    // Its last messages may arrive after the exit. If it was killed while a connection was handed to it, Node waits for
    // the receipt forever and never emits `disconnect`.
    const isDisconnected = await Promise.race([disconnected.then(() => true), sleep(lastMessagesMs, false)]);
    if (!isDisconnected) worker.process.emit('disconnect');
    return { ...how, pid: this.pid, livedMs: Date.now() - this.#startedAt, hasAnswered: this.#hasAnswered };
  }
}

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
