import { Failure } from '../failure.ts';
import { Gathering } from '../gathering.ts';
import { Allowance } from './allowance.ts';
import { deadlines } from './deadlines.ts';
import { type CachedKind, cacheKey, type DocumentCache } from './document-cache.ts';
import type { GenerationIndices } from './documents.ts';
import { fetchRequest, toSources, type Wanted } from './fetching.ts';
import { NodeChoice } from './node-choice.ts';
import { type EngineAnswer, type EngineNode, type EngineRequest, isOverloadedOrBroken, openNode } from './nodes.ts';
import { reasonOf, refusalOf } from './refusal.ts';
import { type Search, searchRequest, toFounds } from './searching.ts';

/** One call of ten may be tried again over time, and as many at once as a falling node needs. */
const retries = { share: 0.1, burst: 50 };
/** An answer that is not there by now is asked of another node too, for one call of twenty over time. */
const hedgeAfterMs = 100;
const hedges = { share: 0.05, burst: 20 };

/** The generation that this process answers from. */
export interface ServedGeneration {
  readonly id: number;
  readonly indices: GenerationIndices;
  /** What was read of it lately; absent: everything is read anew. */
  readonly cache?: DocumentCache | undefined;
}

/** What is asked of a generation within one request: the same indices throughout, and one deadline for all. */
export interface Reading {
  readonly indices: GenerationIndices;
  /** What one search found, together with what others search for at the same time. */
  search(search: Search): Promise<unknown>;
  /** The source of one document, undefined where there is none; together with what others want at the same time. */
  fetch(wanted: Wanted): Promise<unknown>;
  /** The same for a company or an identifier, at most two seconds old: at once, or a promise. */
  recall(kind: CachedKind, id: string): unknown;
}

/** Questions that one request to the engine can hold several of. */
interface Together<Question> {
  toRequest(questions: readonly Question[]): EngineRequest;
  /** In the order of the questions; an Error for one that failed alone. */
  toAnswers(body: unknown): unknown[];
  /** The engine answers when it has all of them. */
  readonly most: number;
}

// The engine reads the documents of one request one after the other: more would wait while a core is idle.
const fetching: Together<Wanted> = { toRequest: fetchRequest, toAnswers: toSources, most: 32 };
const searching: Together<Search> = { toRequest: searchRequest, toAnswers: toFounds, most: 8 };

interface Answered {
  readonly node: EngineNode;
  readonly answer: EngineAnswer;
}

/** Reads from the engine's nodes: a read either comes back whole and in time or fails. */
export class EngineReader {
  readonly #nodes: readonly EngineNode[];
  readonly #choice: NodeChoice;
  readonly #retries = new Allowance(retries);
  readonly #hedges = new Allowance(hedges);
  readonly #fetch = this.#gather(fetching);
  readonly #search = this.#gather(searching);
  #answeredAt = 0;

  constructor(urls: readonly string[]) {
    this.#nodes = urls.map(openNode);
    this.#choice = new NodeChoice(this.#nodes);
  }

  startReading({ indices, cache }: Pick<ServedGeneration, 'indices' | 'cache'>): Reading {
    const until = Date.now() + deadlines.totalMs;
    const fetch = (wanted: Wanted) => this.#fetch(wanted, until);
    return {
      indices,
      fetch,
      search: (search) => this.#search(search, until),
      recall(kind, id) {
        const read = () => fetch({ index: indices[kind], id });
        // Nobody is to share the fate of one whose time is nearly over.
        return cache ? cache.read(cacheKey(kind, id), read, { isShared: hasTimeForTwo(until) }) : read();
      },
    };
  }

  /** When the engine last answered, in milliseconds since the epoch; 0: never. */
  get answeredAt(): number {
    return this.#answeredAt;
  }

  close(): void {
    this.#choice.close();
    for (const node of this.#nodes) node.close();
  }

  /** A way to ask that gathers, but for whoever has little time left: that would make everybody's time theirs. */
  #gather<Question>(together: Together<Question>): (question: Question, until: number) => Promise<unknown> {
    const gathering = new Gathering<{ question: Question; until: number }, unknown>({
      askAll: (all) =>
        this.#askAll(
          together,
          all.map(({ question }) => question),
          Math.min(...all.map(({ until }) => until)),
        ),
      mostTogether: together.most,
    });
    return async (question, until) => {
      if (hasTimeForTwo(until)) return gathering.ask({ question, until });
      const [answer] = await this.#askAll(together, [question], until);
      if (answer instanceof Error) throw answer;
      return answer;
    };
  }

  /** What one node could not read, another may: a copy that is only being made is no reason for a miss. */
  async #askAll<Question>(
    { toRequest, toAnswers }: Together<Question>,
    questions: readonly Question[],
    until: number,
  ): Promise<unknown[]> {
    const read = ({ status, body }: EngineAnswer) => {
      if (status !== 200) throw refusalOf({ status, body });
      return toAnswers(body);
    };
    const { node, answer } = await this.#ask(toRequest(questions), until);
    const answers = read(answer);
    const failed = questions.filter((_, at) => isUnread(answers[at]));
    if (failed.length === 0) return answers;
    const again = await this.#askAnother(node, toRequest(failed), until)
      .then((second) => read(second.answer))
      .catch(() => undefined);
    let next = 0;
    return again ? answers.map((one) => (isUnread(one) ? again[next++] : one)) : answers;
  }

  async #ask(request: EngineRequest, until: number): Promise<Answered> {
    const first = this.#choice.next();
    this.#retries.earn();
    this.#hedges.earn();
    try {
      return await this.#attemptHedged(first, request, until);
    } catch {
      return await this.#askAnother(first, request, until).catch((cause: unknown) => {
        throw new Failure('engine_unavailable', { retryAfter: 1, cause });
      });
    }
  }

  async #askAnother(first: EngineNode, request: EngineRequest, until: number): Promise<Answered> {
    if (!this.#retries.spend()) throw new Error('Too many reads fail for another try');
    return this.#attempt(this.#choice.next(first), request, until);
  }

  /** A node that pauses is not waited for: another one is asked too, and the first answer counts. */
  async #attemptHedged(first: EngineNode, request: EngineRequest, until: number): Promise<Answered> {
    const attempt = this.#attempt(first, request, until);
    if (this.#nodes.length === 1) return attempt;
    const { promise, resolve } = Promise.withResolvers<Answered>();
    const timer = setTimeout(() => {
      const second = this.#choice.next(first);
      if (second !== first && this.#hedges.spend()) this.#attempt(second, request, until).then(resolve, () => {});
    }, hedgeAfterMs);
    return Promise.race([attempt, promise]).finally(() => clearTimeout(timer));
  }

  async #attempt(node: EngineNode, request: EngineRequest, until: number): Promise<Answered> {
    const timeoutMs = Math.min(deadlines.attemptMs, until - Date.now());
    if (timeoutMs <= 0) throw new Error('The request has used up its time');
    const answer = await node.send(request, timeoutMs).catch((error: unknown) => {
      this.#choice.eject(node);
      throw error;
    });
    if (isOverloadedOrBroken(answer)) throw new Error(`The engine answered ${answer.status}: ${reasonOf(answer)}`);
    this.#answeredAt = Date.now();
    return { node, answer };
  }
}

/** A document that is there, but not for this node; an index that is gone is gone everywhere. */
const isUnread = (source: unknown): boolean => source instanceof Failure && source.code === 'engine_unavailable';

/** Whether one node may fail to answer and another still be asked. */
const hasTimeForTwo = (until: number): boolean => until - Date.now() > 2 * deadlines.attemptMs;
