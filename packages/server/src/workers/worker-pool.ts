import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { OperatorError } from '../errors/failure.ts';
import { MetricsSum } from '../http/metrics-sum.ts';
import { openPrimaryMetrics, type PrimaryMetrics } from '../http/primary-metrics.ts';
import { stopTimeouts } from '../http/shutdown.ts';
import { backoffMs, quickEndsAfter } from './backoff.ts';
import { type End, neverBegun, WorkerProcess } from './worker-process.ts';

const told = ({ code, signal }: End) => (signal ? `by ${signal}` : `with ${code}`);

function startFault(end: End): OperatorError {
  return new OperatorError(
    end.message
      ? `No worker can be started: ${end.message}. Mend that, then start again.`
      : `A worker ended ${told(end)} before it could answer, and no other answers. Mend what it says above, then start again.`,
  );
}

/** Workers behind one address: one that ends is replaced, one publishes, their metrics are told as one. */
export class WorkerPool {
  readonly #count: number;
  readonly #log: Logger;
  readonly #workers = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  readonly #first = Promise.withResolvers<void>();
  readonly #sum = new MetricsSum();
  readonly #own: PrimaryMetrics;
  #publisher: WorkerProcess | undefined;
  #hasBegun = false;

  constructor(count: number, log: Logger, droppedLines = () => 0) {
    this.#count = count;
    this.#log = log;
    this.#own = openPrimaryMetrics({ answering: () => this.#answering().length, droppedLines });
  }

  /** Settles when the first worker answers. */
  get answers(): Promise<void> {
    return this.#first.promise;
  }

  /** Until it is stopped. Fails when a worker cannot start and no other answers, unless the system just refuses it. */
  async run(): Promise<void> {
    const first = this.#keep();
    // What a start does for all, the first does alone; what is wrong with all is said once.
    await Promise.race([this.answers, first]);
    await Promise.all([first, ...Array.from({ length: this.#count - 1 }, () => this.#keep())]);
  }

  /** Lets all workers finish their requests, and kills those that hang; returns how they ended. */
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
    await Promise.all([...this.#workers].filter(({ phase }) => phase !== 'starting').map((one) => one.readMetrics()));
    return this.#sum.text(await this.#own.read());
  }

  #answering(): WorkerProcess[] {
    return [...this.#workers].filter(({ phase }) => phase === 'answering');
  }

  /** One place: a worker, and the next one when it ends. */
  async #keep(): Promise<void> {
    const { signal } = this.#stopping;
    for (let quickEnds = 0; !signal.aborted; ) {
      const end = await this.#live();
      if (signal.aborted) return;
      if (this.#isHopeless(end)) throw startFault(end);
      quickEnds = quickEndsAfter(quickEnds, end.livedMs);
      const againInMs = backoffMs(quickEnds);
      this.#tellEnd(end, againInMs);
      await sleep(againInMs, undefined, { signal }).catch(() => {});
    }
  }

  /** A worker from its start to its end, or why the system refuses it. */
  async #live(): Promise<End> {
    try {
      return await this.#start().ended;
    } catch (error) {
      return neverBegun(error as Error);
    }
  }

  /** What a start says is wrong will be wrong again; that the system refuses a process passes, once it did not. */
  #isHopeless({ hasAnswered, message }: End): boolean {
    if (hasAnswered || this.#answering().length > 0) return false;
    return message === undefined || !this.#hasBegun;
  }

  #tellEnd({ pid: worker, code, signal, message }: End, againInMs: number): void {
    // As an operator wanted it, who told it to.
    if (code === 0) {
      this.#log.info({ worker, code, againInMs }, 'a worker was ended; another is started');
      return;
    }
    this.#own.countFailure();
    if (message) this.#log.error({ message, againInMs }, 'a worker cannot be started; another try follows');
    else this.#log.error({ worker, code, signal, againInMs }, 'a worker ended; another is started');
  }

  #start(): WorkerProcess {
    const worker = new WorkerProcess({
      onPhase: () => this.#look(),
      onMetrics: (snapshot) => this.#sum.take(worker.id, snapshot),
    });
    this.#workers.add(worker);
    void worker.ended.then(() => {
      this.#workers.delete(worker);
      this.#sum.bury(worker.id);
      this.#look();
    });
    return worker;
  }

  /** Somebody began or ceased to answer. */
  #look(): void {
    const answering = this.#answering();
    if (answering.length > 0) {
      this.#hasBegun = true;
      this.#first.resolve();
    }
    if (this.#stopping.signal.aborted || (this.#publisher && answering.includes(this.#publisher))) return;
    this.#publisher = answering[0];
    this.#publisher?.publish();
  }
}
