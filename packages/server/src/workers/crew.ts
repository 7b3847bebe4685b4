import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { OperatorError } from '../failure.ts';
import { MetricsSum } from '../http/metrics-sum.ts';
import { openPrimaryMetrics } from '../http/primary-metrics.ts';
import { quickEndsAfter, restMs } from './back-off.ts';
import { type End, WorkerProcess } from './worker-process.ts';

const told = ({ code, signal }: End) => (signal ? `by ${signal}` : `with ${code}`);

/** Workers behind one address: one that ends is replaced, one publishes, their metrics are told as one. */
export class Crew {
  readonly #count: number;
  readonly #log: Logger;
  readonly #workers = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  readonly #first = Promise.withResolvers<void>();
  readonly #sum = new MetricsSum();
  readonly #own = openPrimaryMetrics(() => this.#answering().length);
  #publisher: WorkerProcess | undefined;

  constructor(count: number, log: Logger) {
    this.#count = count;
    this.#log = log;
  }

  /** Settles when the first worker answers. */
  get answers(): Promise<void> {
    return this.#first.promise;
  }

  /** Until it is stopped. Fails when a worker cannot start and no other answers. */
  async run(): Promise<void> {
    const first = this.#keep();
    // What a start does for all, the first does alone; what is wrong with all is said once.
    await Promise.race([this.answers, first]);
    await Promise.all([first, ...Array.from({ length: this.#count - 1 }, () => this.#keep())]);
  }

  /** Lets all workers end what they are at; tells how they ended. */
  stop(): Promise<End[]> {
    this.#stopping.abort();
    const workers = [...this.#workers];
    for (const worker of workers) worker.stop();
    return Promise.all(workers.map(({ ended }) => ended));
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
      const worker = this.#start();
      const end = await worker.ended;
      if (signal.aborted) return;
      if (!end.hasAnswered && this.#answering().length === 0) throw this.#startFault(end);
      const againInMs = restMs(quickEnds);
      quickEnds = quickEndsAfter(quickEnds, end.livedMs);
      this.#own.countEnd();
      const { code, signal: killedBy } = end;
      this.#log.error({ worker: worker.pid, code, signal: killedBy, againInMs }, 'a worker ended; another is started');
      await sleep(againInMs, undefined, { signal }).catch(() => {});
    }
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
    if (answering.length > 0) this.#first.resolve();
    if (this.#stopping.signal.aborted || (this.#publisher && answering.includes(this.#publisher))) return;
    this.#publisher = answering[0];
    this.#publisher?.publish();
  }

  #startFault(end: End): OperatorError {
    return new OperatorError(
      `A worker ended ${told(end)} before it could answer, and no other answers. Mend what it says above, then start again.`,
    );
  }
}
