import type { Redis } from 'ioredis';
import { observeCall, type StoreWatch, unwatched } from '../../core/async/store-calls.ts';
import { withTimeout } from '../../core/async/timeout.ts';
import { openRedis } from './redis.ts';

/** Timeout of a request to Redis. */
export const redisTimeoutMs = 48;
/** Interval between attempts to reconnect; one attempt takes less. */
const probeMs = 1000;
const openMs = 800;

/** Shared: all processes share the limits through Redis. Local: Redis is unavailable, and each applies its share. */
export type Mode = 'shared' | 'local';

export interface LinkDeps {
  readonly redisUrl: string;
  readonly log: {
    warn(facts: object, text: string): void;
    info(facts: object, text: string): void;
  };
  onMode?(mode: Mode): void;
  /** How long a request waits for Redis, where it is not the default. */
  readonly timeoutMs?: number;
  readonly watch?: StoreWatch;
}

/** The connection to Redis, with a circuit breaker: it opens at the first failure and reconnects by itself. */
export class RedisLink {
  readonly #deps: LinkDeps;
  readonly #prepare: (redis: Redis) => Promise<unknown>;
  readonly #timeoutMs: number;
  readonly #watch: StoreWatch;
  /** Resolves after the first attempt. No request waits for it yet, so it has a longer timeout. */
  readonly ready: Promise<void>;
  #redis: Redis | undefined;
  #isOpening = false;
  #isClosed = false;
  #probe: NodeJS.Timeout | undefined;
  #mode: Mode = 'shared';

  /** `prepare` runs all that a request needs, so that a Redis that responds but cannot serve counts as unavailable. */
  constructor(deps: LinkDeps, prepare: (redis: Redis) => Promise<unknown>) {
    this.#deps = deps;
    this.#prepare = prepare;
    this.#timeoutMs = deps.timeoutMs ?? redisTimeoutMs;
    this.#watch = deps.watch ?? unwatched;
    this.ready = this.#open(openMs);
  }

  get mode(): Mode {
    return this.#mode;
  }

  /** Undefined: Redis is unavailable. */
  async ask<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined> {
    if (this.#mode === 'local') return undefined;
    let redis = this.#redis;
    try {
      if (!redis) await withTimeout(this.ready, this.#timeoutMs);
      redis = this.#redis;
      return redis && (await this.#call(work, redis));
    } catch (error) {
      this.#lose(redis, error);
      return undefined;
    }
  }

  #call<T>(work: (redis: Redis) => Promise<T>, redis: Redis): Promise<T> {
    return observeCall(this.#watch, { store: 'redis', work: () => withTimeout(work(redis), this.#timeoutMs) });
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#probe);
    this.#redis?.disconnect();
  }

  async #open(timeoutMs = this.#timeoutMs): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    let redis: Redis | undefined;
    const began = performance.now();
    try {
      redis = await openRedis(this.#deps.redisUrl, openMs);
      await withTimeout(this.#prepare(redis), timeoutMs);
      this.#keep(redis);
    } catch (error) {
      this.#watch.observe('redis', 'error', performance.now() - began);
      redis?.disconnect();
      this.#lose(undefined, error);
    } finally {
      this.#isOpening = false;
    }
  }

  #keep(redis: Redis): void {
    if (this.#isClosed) {
      redis.disconnect();
      return;
    }
    this.#redis = redis;
    redis.once('end', () => this.#lose(redis, new Error('The connection was closed')));
    clearInterval(this.#probe);
    if (this.#mode === 'local') this.#enter('shared');
  }

  /** `redis` is the connection that failed; failures of an abandoned one are ignored. */
  #lose(redis: Redis | undefined, error: unknown): void {
    if (this.#isClosed || this.#mode === 'local' || redis !== this.#redis) return;
    // Never reused: a late response would be taken for that of another request.
    redis?.disconnect();
    this.#redis = undefined;
    this.#probe = setInterval(() => void this.#open(), probeMs).unref();
    this.#enter('local', error);
  }

  #enter(mode: Mode, error?: unknown): void {
    this.#mode = mode;
    if (mode === 'local')
      this.#deps.log.warn(
        { message: (error as Error).message },
        'Redis is unavailable: this process applies its share of each limit',
      );
    else this.#deps.log.info({}, 'Redis is available again: limits are shared');
    this.#deps.onMode?.(mode);
  }
}
