import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Gathering } from '../gathering.ts';
import { type CapVerdict, capScript, capShareOf, type DailyCap, LocalCaps, toCapVerdict } from './daily-cap.ts';
import { type Charged, type Decision, toDecision, type Window } from './gcra.ts';
import { gcraArguments, gcraScript } from './gcra-script.ts';
import { type LinkDeps, type Mode, RedisLink } from './link.ts';
import { LocalWindows } from './local-windows.ts';

export interface Outcome {
  readonly limit: 'rate' | DailyCap['what'];
  readonly allowed: boolean;
  readonly mode: Mode;
}

export interface LimiterDeps extends LinkDeps {
  /** What the names of our keys in Redis begin with. */
  readonly prefix: string;
  /** How many processes share the limits, at least 1. */
  processes(): number;
  onDecision?(outcome: Outcome): void;
}

const toScript = (text: string) => ({ text, sha: createHash('sha1').update(text).digest('hex') });
const scripts = { gcra: toScript(gcraScript()), cap: toScript(capScript()) };

/** Charges next to nothing; a Redis that may not be written to fails it. */
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
    // Redis has forgotten it, or has not heard of it yet.
    if (!String(error).includes('NOSCRIPT')) throw error;
    return redis.eval(text, keys.length, ...keys, ...args);
  }
}

/** Counts what each key asks, together with the other processes; alone, with its share, while Redis is lost. */
export class Limiter {
  readonly #deps: LimiterDeps;
  readonly #link: RedisLink;
  readonly #windows = new LocalWindows();
  readonly #caps = new LocalCaps();
  readonly #together = new Gathering<Request, Charged | undefined>({
    askAll: async (requests) =>
      (await this.#link.ask((redis) => this.#charge(redis, requests))) ?? requests.map(() => undefined),
    mostTogether: 64,
  });

  constructor(deps: LimiterDeps) {
    this.#deps = deps;
    this.#link = new RedisLink(deps, (redis) => this.#charge(redis, [{ keyId: 'probe', windows: [probe] }]));
  }

  /** Over when Redis was reached for the first time, or not. */
  get ready(): Promise<void> {
    return this.#link.ready;
  }

  get mode(): Mode {
    return this.#link.mode;
  }

  /** One request of a key: every window has room for it, or none is charged. */
  async take(keyId: string, windows: readonly Window[]): Promise<Decision> {
    const shared = await this.#together.ask({ keyId, windows });
    if (shared) this.#windows.follow(keyId, windows, shared);
    const decision = shared ? toDecision(windows, shared) : this.#windows.take(keyId, windows, this.#processes());
    this.#deps.onDecision?.({ limit: 'rate', allowed: decision.allowed, mode: shared ? 'shared' : 'local' });
    return decision;
  }

  /** What a key is about to see: all of it is allowed today, or nothing. What it has seen today is free. */
  async see(keyId: string, { what, perDay }: DailyCap, ids: readonly string[]): Promise<CapVerdict> {
    const distinct = [...new Set(ids)];
    const name = `${this.#deps.prefix}:${what}:{${keyId}}`;
    const call = { script: 'cap', keys: [name], args: [perDay, ...distinct] } as const;
    const waitMs = await this.#link.ask((redis) => run(redis, call));
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

  /** Each request in turn, as if it were asked alone. */
  async #charge(redis: Redis, requests: readonly Request[]): Promise<Charged[]> {
    const keys = requests.flatMap(({ keyId, windows }) =>
      windows.map(({ name }) => `${this.#deps.prefix}:${name}:{${keyId}}`),
    );
    const args = gcraArguments(requests.map(({ windows }) => windows));
    const answers = (await run(redis, { script: 'gcra', keys, args })) as [number, number, ...number[]][];
    return answers.map(([allowed, nowUs, ...wholeAtUs]) => ({ allowed: allowed === 1, nowUs, wholeAtUs }));
  }
}
