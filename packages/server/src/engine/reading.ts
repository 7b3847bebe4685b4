import { Failure } from '../failure.ts';
import type { GenerationIndices } from './documents.ts';
import { chooseAmong } from './node-choice.ts';
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

/** Reads from the engine's nodes. */
export interface EngineReader {
  startReading(indices: GenerationIndices): Reading;
  /** When the engine last answered, in milliseconds since the epoch; 0: never. */
  answeredAt(): number;
  close(): void;
}

const unavailable = (cause: unknown): Failure => new Failure('engine_unavailable', { retryAfter: 1, cause });

const isOverloadedOrBroken = ({ status }: EngineAnswer): boolean => status === 429 || status >= 500;

export function openReader(urls: readonly string[]): EngineReader {
  const nodes = urls.map(openNode);
  const choice = chooseAmong(nodes);
  let retries = retryBurst;
  let answeredAt = 0;

  async function attempt(node: EngineNode, request: EngineRequest, until: number): Promise<EngineAnswer> {
    const timeoutMs = Math.min(deadlines.attemptMs, until - Date.now());
    if (timeoutMs <= 0) throw new Error('The request has used up its time');
    const answer = await node.send(request, timeoutMs).catch((error: unknown) => {
      choice.eject(node);
      throw error;
    });
    if (isOverloadedOrBroken(answer)) throw new Error(`${node.url} answered ${answer.status}: ${reasonOf(answer)}`);
    answeredAt = Date.now();
    return answer;
  }

  async function ask(request: EngineRequest, until: number): Promise<EngineAnswer> {
    const first = choice.next();
    retries = Math.min(retryBurst, retries + retryShare);
    try {
      return await attempt(first, request, until);
    } catch (error) {
      if (retries < 1) throw unavailable(error);
      retries -= 1;
      return attempt(choice.next(first), request, until).catch((again: unknown) => {
        throw unavailable(again);
      });
    }
  }

  return {
    startReading(indices) {
      const until = Date.now() + deadlines.totalMs;
      return { indices, ask: (request) => ask(request, until) };
    },
    answeredAt: () => answeredAt,
    close() {
      choice.close();
      for (const node of nodes) node.close();
    },
  };
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
