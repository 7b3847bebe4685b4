interface Waiting<Question, Answer> {
  readonly question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface RequestBatcherDeps<Question, Answer> {
  /** Answers in the order of the questions; an Error fails one question alone. */
  askAll(questions: readonly Question[]): Promise<readonly (Answer | Error)[]>;
  /** Bounds how long one answer keeps both sides busy. */
  readonly mostTogether: number;
}

/** While two are under way the next one gathers: with one, either side would wait for the other. */
const mostUnderWay = 2;
/** One that takes longer than this no longer holds others up. */
const longestWaitMs = 10;

/**
 * Questions that come at the same time are asked together: most of what a small question costs, here and at the other
 * end, is the asking. Nobody waits for company: with nothing under way a question leaves in the turn in which it came.
 */
export class RequestBatcher<Question, Answer> {
  readonly #deps: RequestBatcherDeps<Question, Answer>;
  #waiting: Waiting<Question, Answer>[] = [];
  #underWay = 0;
  #isPlanned = false;
  #late: NodeJS.Timeout | undefined;

  constructor(deps: RequestBatcherDeps<Question, Answer>) {
    this.#deps = deps;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      this.#plan();
    });
  }

  /** After everything that has arrived in this turn of the event loop has asked what it wants. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      if (this.#underWay < mostUnderWay) this.#leave();
      else this.#late ??= setTimeout(() => this.#leave(), longestWaitMs);
    });
  }

  #leave(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    while (this.#waiting.length > 0) void this.#send(this.#waiting.splice(0, this.#deps.mostTogether));
  }

  async #send(waiting: readonly Waiting<Question, Answer>[]): Promise<void> {
    this.#underWay += 1;
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
      this.#underWay -= 1;
      if (this.#waiting.length > 0) this.#plan();
    }
  }
}
