interface Waiting<Question, Answer> {
  readonly question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface RequestBatcherDeps<Question, Answer> {
  /** Returns the results in the order of the requests. An Error fails only its own request. */
  askAll(questions: readonly Question[]): Promise<readonly (Answer | Error)[]>;
  /** The maximum batch size. It limits how long one batch keeps the client and the server busy. */
  readonly maxBatchSize: number;
}

/** Two batches in flight: with one, the client and the server would take turns waiting for each other. */
const maxInFlight = 2;
/** A request waits at most this long for the batches in flight. */
const maxWaitMs = 10;

/**
 * Sends requests that arrive at the same time as one batch: most of the cost of a small request, on both sides, is the
 * round trip. Batching adds no delay: with nothing in flight, a request leaves in the same turn of the event loop.
 */
export class RequestBatcher<Question, Answer> {
  readonly #deps: RequestBatcherDeps<Question, Answer>;
  #waiting: Waiting<Question, Answer>[] = [];
  #inFlight = 0;
  #isScheduled = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: RequestBatcherDeps<Question, Answer>) {
    this.#deps = deps;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      this.#schedule();
    });
  }

  /** Runs after all the code of this turn of the event loop has added its requests. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#inFlight < maxInFlight) this.#flush();
      else this.#timer ??= setTimeout(() => this.#flush(), maxWaitMs);
    });
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0) void this.#send(this.#waiting.splice(0, this.#deps.maxBatchSize));
  }

  async #send(waiting: readonly Waiting<Question, Answer>[]): Promise<void> {
    this.#inFlight += 1;
    try {
      const answers = await this.#deps.askAll(waiting.map(({ question }) => question));
      waiting.forEach(({ resolve, reject }, at) => {
        const answer = answers[at];
        if (answer instanceof Error) reject(answer);
        else resolve(answer as Answer);
      });
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    } finally {
      this.#inFlight -= 1;
      if (this.#waiting.length > 0) this.#schedule();
    }
  }
}
