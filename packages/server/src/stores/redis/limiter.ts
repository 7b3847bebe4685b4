import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RequestBatcher } from '../../core/async/request-batcher.ts';
import { type StoreWatch, unwatched } from '../../core/async/store-calls.ts';
import { type CapVerdict, capScript, capShareOf, type DailyCap, LocalCaps, toCapVerdict } from './daily-cap.ts';
import { type Charged, type Decision, gcraArguments, gcraScript, toDecision, type Window } from './gcra.ts';
import { LocalWindows } from './local-windows.ts';
import { type LinkDeps, type Mode, RedisLink } from './redis-connection.ts';

export interface Outcome {
  readonly limit: 'rate' | DailyCap['what'];
  readonly allowed: boolean;
  readonly mode: Mode;
}

export interface LimiterDeps extends LinkDeps {
  /** Prefix of our keys in Redis. */
  readonly prefix: string;
  /** How many processes share the limits, at least 1. */
  processes(): number;
  onDecision?(outcome: Outcome): void;
}

const toScript = (text: string) => ({ text, sha: createHash('sha1').update(text).digest('hex') });
const scripts = { gcra: toScript(gcraScript()), cap: toScript(capScript()) };

/** A harmless write: it fails on a Redis that is read-only. */
const probe: Window = { name: 'second', quota: 1000, windowMs: 1, burst: 1 };

interface Request {
  readonly keyId: string;
  readonly windows: readonly Window[];
}

interface Call {
  readonly script: keyof typeof scripts;
  readonly keys: readonly string[];
  readonly args: readonly (string | number)[];
}

async function run(redis: Redis, { script, keys, args }: Call): Promise<unknown> {
  const { text, sha } = scripts[script];
  try {
    return await redis.evalsha(sha, keys.length, ...keys, ...args);
  } catch (error) {
    // Redis does not have the script (any more).
    if (!String(error).includes('NOSCRIPT')) throw error;
    return redis.eval(text, keys.length, ...keys, ...args);
  }
}

/** Limits each key together with the other processes; alone, with its share, while Redis is unavailable. */
export class Limiter {
  readonly #deps: LimiterDeps;
  readonly #link: RedisLink;
  readonly #watch: StoreWatch;
  readonly #windows = new LocalWindows();
  readonly #caps = new LocalCaps();
  readonly #together = new RequestBatcher<Request, Charged | undefined>({
    askAll: async (requests) =>
      (await this.#link.ask((redis) => this.#charge(redis, requests))) ?? requests.map(() => undefined),
    maxBatchSize: 64,
  });

  constructor(deps: LimiterDeps) {
    this.#deps = deps;
    this.#watch = deps.watch ?? unwatched;
    this.#link = new RedisLink(deps, (redis) => this.#charge(redis, [{ keyId: 'probe', windows: [probe] }]));
  }

  /** Resolves after the first attempt to connect to Redis, successful or not. */
  get ready(): Promise<void> {
    return this.#link.ready;
  }

  get mode(): Mode {
    return this.#link.mode;
  }

  /** Charges one request of a key to every window, or to none if one is full. */
  async take(keyId: string, windows: readonly Window[]): Promise<Decision> {
    const shared = await this.#watch.trace('redis', 'rate limit', () => this.#together.ask({ keyId, windows }));
    if (shared) this.#windows.follow(keyId, windows, shared);
    const decision = shared ? toDecision(windows, shared) : this.#windows.take(keyId, windows, this.#processes());
    this.#deps.onDecision?.({ limit: 'rate', allowed: decision.allowed, mode: shared ? 'shared' : 'local' });
    return decision;
  }

  /** Checks ids against the daily cap: all are allowed, or none. Ids already seen today do not count again. */
  async see(keyId: string, { what, perDay }: DailyCap, ids: readonly string[]): Promise<CapVerdict> {
    const distinct = [...new Set(ids)];
    const name = `${this.#deps.prefix}:${what}:{${keyId}}`;
    const call = { script: 'cap', keys: [name], args: [perDay, ...distinct] } as const;
    const ask = () => this.#link.ask((redis) => run(redis, call));
    const waitMs = await this.#watch.trace('redis', 'daily cap', ask);
    const isShared = typeof waitMs === 'number';
    const verdict = isShared
      ? toCapVerdict(waitMs)
      : this.#caps.see(name, distinct, { cap: capShareOf(perDay, this.#processes()), nowMs: Date.now() });
    this.#deps.onDecision?.({ limit: what, allowed: verdict.allowed, mode: isShared ? 'shared' : 'local' });
    return verdict;
  }

  close(): void {
    this.#link.close();
  }

  #processes(): number {
    return Math.max(1, this.#deps.processes());
  }

  /** Each request in turn, as if it came alone. */
  async #charge(redis: Redis, requests: readonly Request[]): Promise<Charged[]> {
    const keys = requests.flatMap(({ keyId, windows }) =>
      windows.map(({ name }) => `${this.#deps.prefix}:${name}:{${keyId}}`),
    );
    const args = gcraArguments(requests.map(({ windows }) => windows));
    const answers = (await run(redis, { script: 'gcra', keys, args })) as [number, number, ...number[]][];
    return answers.map(([allowed, nowUs, ...wholeAtUs]) => ({ allowed: allowed === 1, nowUs, wholeAtUs }));
  }
}
