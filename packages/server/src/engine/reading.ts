import { Failure } from '../failure.ts';
import type { GenerationIndices } from './documents.ts';
import { NodeChoice } from './node-choice.ts';
import { type EngineAnswer, type EngineNode, type EngineRequest, openNode } from './nodes.ts';

export const deadlines = { attemptMs: 600, totalMs: 2000 } as const;

/** Retries: one for ten calls over time, and as many at once as a falling node needs. */
const retryShare = 0.1;
const retryBurst = 50;

/** The generation that this process answers from. */
export interface ServedGeneration {
  readonly id: number;
  readonly indices: GenerationIndices;
}

/** What is asked of a generation within one request: the same indices throughout, and one deadline for all. */
export interface Reading {
  readonly indices: GenerationIndices;
  ask(request: EngineRequest): Promise<EngineAnswer>;
}

/** The engine's own word for what went wrong. */
export function reasonOf({ body }: EngineAnswer): string {
  const error = (body as { error?: { type?: string } } | null)?.error;
  return error?.type ?? 'no reason given';
}

/** The index of the pinned generation is gone, or the engine refuses what we asked. */
export function refusalOf(answer: EngineAnswer): Error {
  const cause = new Error(`The engine answered ${answer.status}: ${reasonOf(answer)}`);
  return reasonOf(answer) === 'index_not_found_exception' ? new Failure('not_ready', { cause }) : cause;
}

const isOverloadedOrBroken = ({ status }: EngineAnswer): boolean => status === 429 || status >= 500;

/** Reads from the engine's nodes: a read either comes back whole and in time or fails. */
export class EngineReader {
  readonly #nodes: readonly EngineNode[];
  readonly #choice: NodeChoice;
  #retries = retryBurst;
  #answeredAt = 0;

  constructor(urls: readonly string[]) {
    this.#nodes = urls.map(openNode);
    this.#choice = new NodeChoice(this.#nodes);
  }

  startReading(indices: GenerationIndices): Reading {
    const until = Date.now() + deadlines.totalMs;
    return { indices, ask: (request) => this.#ask(request, until) };
  }

  /** When the engine last answered, in milliseconds since the epoch; 0: never. */
  get answeredAt(): number {
    return this.#answeredAt;
  }

  close(): void {
    this.#choice.close();
    for (const node of this.#nodes) node.close();
  }

  async #ask(request: EngineRequest, until: number): Promise<EngineAnswer> {
    const first = this.#choice.next();
    this.#retries = Math.min(retryBurst, this.#retries + retryShare);
    try {
      return await this.#attempt(first, request, until);
    } catch {
      return await this.#askAnother(first, request, until).catch((cause: unknown) => {
        throw new Failure('engine_unavailable', { retryAfter: 1, cause });
      });
    }
  }

  async #askAnother(first: EngineNode, request: EngineRequest, until: number): Promise<EngineAnswer> {
    if (this.#retries < 1) throw new Error('Too many reads fail for another try');
    this.#retries -= 1;
    return this.#attempt(this.#choice.next(first), request, until);
  }

  async #attempt(node: EngineNode, request: EngineRequest, until: number): Promise<EngineAnswer> {
    const timeoutMs = Math.min(deadlines.attemptMs, until - Date.now());
    if (timeoutMs <= 0) throw new Error('The request has used up its time');
    const answer = await node.send(request, timeoutMs).catch((error: unknown) => {
      this.#choice.eject(node);
      throw error;
    });
    if (isOverloadedOrBroken(answer)) throw new Error(`The engine answered ${answer.status}: ${reasonOf(answer)}`);
    this.#answeredAt = Date.now();
    return answer;
  }
}
