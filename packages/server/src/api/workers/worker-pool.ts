import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { OperatorError } from '../../core/errors/failure.ts';
import { MetricsSum, openPrimaryMetrics, type PrimaryMetrics } from '../http/process-metrics.ts';
import { stopTimeouts } from '../http/shutdown.ts';
import { StatusHistory } from '../http/status-history.ts';
import { type End, neverBegun, WorkerProcess } from './worker-process.ts';

const describeExit = ({ code, signal }: End) => (signal ? `was killed by ${signal}` : `exited with code ${code}`);

function startFault(end: End): OperatorError {
  return new OperatorError(
    end.message
      ? `Cannot start a worker: ${end.message}. Fix the problem and start the service again.`
      : `A worker ${describeExit(end)} before it was ready, and no other worker is running. Fix the problem logged above and start the service again.`,
  );
}

/**
 * Workers that share one address. The pool replaces workers that exit, makes one of them the publisher and adds up
 * their metrics.
 */
export class WorkerPool {
  readonly #count: number;
  readonly #log: Logger;
  readonly #workers = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  readonly #firstReady = Promise.withResolvers<void>();
  readonly #sum = new MetricsSum();
  readonly #ownMetrics: PrimaryMetrics;
  readonly #history = new StatusHistory();
  #failures = 0;
  #publisher: WorkerProcess | undefined;
  #hasBegun = false;
  #isDraining = false;

  constructor(count: number, log: Logger, droppedLines = () => 0) {
    this.#count = count;
    this.#log = log;
    this.#ownMetrics = openPrimaryMetrics({ answering: () => this.#answering().length, droppedLines });
  }

  /** Resolves when the first worker is ready. */
  get answers(): Promise<void> {
    return this.#firstReady.promise;
  }

  /**
   * Runs until `stop`. Throws if a worker cannot start and no other is ready, unless the system only rejects a new
   * process.
   */
  async run(): Promise<void> {
    const first = this.#supervise();
    // The first worker starts alone: it does the work that is needed once, and a problem that affects all is logged
    // once.
    await Promise.race([this.answers, first]);
    await Promise.all([first, ...Array.from({ length: this.#count - 1 }, () => this.#supervise())]);
  }

  /** Lets all workers announce that they will stop, also those that are still starting. */
  drain(): void {
    this.#isDraining = true;
    for (const worker of this.#workers) worker.drain();
  }

  /** Lets all workers finish their requests, kills those that hang, and returns how each exited. */
  async stop(): Promise<End[]> {
    this.#stopping.abort();
    const workers = [...this.#workers];
    for (const worker of workers) worker.stop();
    const timer = setTimeout(() => {
      for (const worker of this.#workers) worker.kill();
    }, stopTimeouts.killWorkersMs);
    const ends = await Promise.all(workers.map(({ ended }) => ended));
    clearTimeout(timer);
    return ends;
  }

  async readMetrics(): Promise<string> {
    await this.#askForMetrics();
    return this.#sum.text(await this.#ownMetrics.read());
  }

  /** Adds a sample of all workers to the history, and sends it to each: any of them may be asked for it. */
  async sampleStatus(): Promise<void> {
    await this.#askForMetrics();
    const samples = this.#answering().map((worker) => ({
      pid: worker.pid ?? 0,
      publisher: worker === this.#publisher,
      snapshot: this.#sum.of(worker.id),
    }));
    this.#history.take(await this.#sum.counts(), samples, { restarts: this.#failures });
    for (const worker of this.#answering()) worker.showHistory(this.#history.read());
  }

  async #askForMetrics(): Promise<void> {
    await Promise.all([...this.#workers].filter(({ phase }) => phase !== 'starting').map((one) => one.readMetrics()));
  }

  #answering(): WorkerProcess[] {
    return [...this.#workers].filter(({ phase }) => phase === 'answering');
  }

  /** Runs one worker at a time, and replaces it when it exits. */
  async #supervise(): Promise<void> {
    const { signal } = this.#stopping;
    for (let quickEnds = 0; !signal.aborted; ) {
      const end = await this.#runWorker();
      if (signal.aborted) return;
      if (this.#isHopeless(end)) throw startFault(end);
      quickEnds = quickEndsAfter(quickEnds, end.livedMs);
      const againInMs = backoffMs(quickEnds);
      this.#logEnd(end, againInMs);
      await sleep(againInMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Runs a worker until it exits, or returns why the system refused to start it. */
  async #runWorker(): Promise<End> {
    try {
      return await this.#start().ended;
    } catch (error) {
      return neverBegun(error as Error);
    }
  }

  /**
   * A worker that fails at its start will fail again. That the system rejects a process is temporary, once one has
   * started.
   */
  #isHopeless({ hasAnswered, message }: End): boolean {
    if (hasAnswered || this.#answering().length > 0) return false;
    return message === undefined || !this.#hasBegun;
  }

  #logEnd({ pid: worker, code, signal, message }: End, againInMs: number): void {
    // Exit status 0: an operator stopped this worker.
    if (code === 0) {
      this.#log.info({ worker, code, againInMs }, 'worker stopped; starting another');
      return;
    }
    this.#ownMetrics.countFailure();
    this.#failures += 1;
    if (message) this.#log.error({ message, againInMs }, 'cannot start a worker; retrying');
    else this.#log.error({ worker, code, signal, againInMs }, 'worker exited; starting another');
  }

  #start(): WorkerProcess {
    const worker = new WorkerProcess({
      onPhase: () => {
        this.#onPhaseChange();
        if (worker.phase !== 'answering') return;
        worker.showHistory(this.#history.read());
        if (this.#isDraining) worker.drain();
      },
      onMetrics: (snapshot) => this.#sum.take(worker.id, snapshot),
    });
    this.#workers.add(worker);
    void worker.ended.then(() => {
      this.#workers.delete(worker);
      this.#sum.bury(worker.id);
      this.#onPhaseChange();
    });
    return worker;
  }

  /** Runs when a worker becomes ready or stops, and appoints a publisher if there is none. */
  #onPhaseChange(): void {
    const answering = this.#answering();
    if (answering.length > 0) {
      this.#hasBegun = true;
      this.#firstReady.resolve();
    }
    if (this.#stopping.signal.aborted || (this.#publisher && answering.includes(this.#publisher))) return;
    this.#publisher = answering[0];
    this.#publisher?.publish();
  }
}

const shortestMs = 250;
const longestMs = 30_000;
/** A worker that ran this long did not fail because of its start. */
const quickMs = 60_000;

/** The delay before a worker is replaced, after this many short-lived workers in a row. */
export const backoffMs = (quickEnds: number): number =>
  Math.min(longestMs, shortestMs * 2 ** Math.max(0, quickEnds - 1));

export const quickEndsAfter = (quickEnds: number, livedMs: number): number => (livedMs < quickMs ? quickEnds + 1 : 0);
