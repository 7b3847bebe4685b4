import { observeCall, type StoreOutcome, type StoreWatch } from '../../core/async/store-calls.ts';
import { reasonOf, unavailable } from './errors.ts';
import { NodeChoice } from './node-choice.ts';
import {
  isOverloadedOrBroken,
  type OpenSearchAnswer,
  type OpenSearchNode,
  type OpenSearchRequest,
  openNode,
} from './nodes.ts';

/**
 * One call in ten may be sent again over time, and as many at once as a failing node needs: calls that failed, and calls without a
 * response by `hedgeAfterMs`. When all nodes are slow, the latter leave enough for calls that fail.
 */
const budget = { share: 0.1, burst: 70, reserve: 50 };
const hedgeAfterMs = 100;

/** The deadline of a read, and how long one attempt may take. */
export interface Limits {
  readonly until: number;
  readonly attemptMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface Responded {
  readonly node: OpenSearchNode;
  readonly answer: OpenSearchAnswer;
}

/** Sends requests to OpenSearch's nodes: what one node does not respond to in time, another may. */
export class NodeCalls {
  readonly #nodes: readonly OpenSearchNode[];
  readonly #choice: NodeChoice;
  readonly #watch: StoreWatch;
  #budget = budget.burst;
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(urls: readonly string[], watch: StoreWatch) {
    this.#watch = watch;
    this.#nodes = urls.map(openNode);
    this.#choice = new NodeChoice(this.#nodes);
  }

  /** No node responds. */
  get isDown(): boolean {
    return this.#choice.isDown;
  }

  /** When a node last responded, by `performance.now`; -Infinity: never. */
  get answeredAt(): number {
    return this.#answeredAt;
  }

  close(): void {
    this.#choice.close();
    for (const node of this.#nodes) node.close();
  }

  /** A node's response to one request. */
  async ask(request: OpenSearchRequest, limits: Limits): Promise<Responded> {
    try {
      return await this.#askTwice(request, limits);
    } catch (cause) {
      if (limits.signal?.aborted) throw cause;
      throw unavailable(cause);
    }
  }

  async #askTwice(request: OpenSearchRequest, limits: Limits): Promise<Responded> {
    const first = this.#choice.next();
    this.#budget = Math.min(budget.burst, this.#budget + budget.share);
    try {
      return await this.#attemptHedged(first, request, limits);
    } catch (error) {
      if (limits.signal?.aborted) throw error;
      return this.askAnother(first, request, limits);
    }
  }

  /** The response of a node other than the first one. */
  async askAnother(first: OpenSearchNode, request: OpenSearchRequest, limits: Limits): Promise<Responded> {
    if (!this.#spend(0)) throw new Error('The retry budget is used up: too many reads fail');
    return this.#attempt(this.#choice.next(first), request, limits);
  }

  /** Whether a call may be sent again, which leaves this much of the budget. */
  #spend(reserve: number): boolean {
    if (this.#budget < reserve + 1) return false;
    this.#budget -= 1;
    return true;
  }

  /** Where a node pauses, the request is sent to another one too, and the first response counts. */
  async #attemptHedged(first: OpenSearchNode, request: OpenSearchRequest, limits: Limits): Promise<Responded> {
    const attempt = this.#attempt(first, request, limits);
    if (this.#nodes.length === 1) return attempt;
    const { promise, resolve } = Promise.withResolvers<Responded>();
    const timer = setTimeout(() => {
      const second = this.#choice.next(first);
      if (second !== first && this.#spend(budget.reserve))
        this.#attempt(second, request, limits).then(resolve, () => {});
    }, hedgeAfterMs);
    return Promise.race([attempt, promise]).finally(() => clearTimeout(timer));
  }

  async #attempt(
    node: OpenSearchNode,
    request: OpenSearchRequest,
    { until, attemptMs, signal }: Limits,
  ): Promise<Responded> {
    const timeoutMs = Math.min(attemptMs, until - performance.now());
    if (timeoutMs <= 0) throw new Error('The deadline of the request has passed');
    const work = () => node.send(request, timeoutMs, signal);
    const outcomeOfError = () => (signal?.aborted ? 'rejected' : 'error');
    const call = observeCall(this.#watch, { store: 'opensearch', work, outcomeOf, outcomeOfError });
    const answer = await call.catch((error: unknown) => {
      if (!signal?.aborted) this.#choice.eject(node);
      throw error;
    });
    if (isOverloadedOrBroken(answer))
      throw new Error(`OpenSearch responded with status ${answer.status}: ${reasonOf(answer)}`);
    this.#answeredAt = performance.now();
    return { node, answer };
  }
}

function outcomeOf(answer: OpenSearchAnswer): StoreOutcome {
  if (isOverloadedOrBroken(answer)) return 'error';
  return answer.status >= 400 ? 'rejected' : 'ok';
}
