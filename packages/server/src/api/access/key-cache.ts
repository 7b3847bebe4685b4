import { LRUCache } from 'lru-cache';
import { TimeoutError, withTimeout } from '../../core/async/timeout.ts';
import { otherChange } from '../../stores/postgres/access/api-keys.ts';
import type { Caller } from '../../stores/postgres/access/caller.ts';

/** How long a result is cached. */
export const keyTimes = {
  knownMs: 3000,
  unknownMs: 1000,
  /** How long a valid key keeps working while the database is unavailable. */
  outageMs: 5 * 60_000,
  /** Pause before the database is tried again after a failure. */
  pauseMs: 1000,
  askMs: 1000,
  /** How long a request waits for the database if its key was valid a moment ago. */
  briefMs: 50,
} as const;

/** Where a result came from. */
export type Verdict = 'cached' | 'read' | 'outage' | 'unavailable';

export interface KeyCacheDeps {
  readKey(hash: Buffer): Promise<Caller | undefined>;
  /** In ms, by a clock that never steps: otherwise a step back would keep a revoked key alive. */
  now?(): number;
  count?(verdict: Verdict): void;
  /** How many keys are cached. */
  readonly capacity?: number;
}

/** The database is unavailable, and the key is not cached. */
export class DatabaseTimeout extends Error {}

interface Entry {
  readonly caller: Caller;
  readonly readAt: number;
  /** 0: something changed since, so the entry is for outages only. */
  freshUntil: number;
}

type Flight = Promise<Caller | undefined>;

/** Caches what the database says about each key. */
export class KeyCache {
  readonly #deps: Required<Omit<KeyCacheDeps, 'capacity'>>;
  // Separate caches, so that a flood of invalid keys cannot evict valid ones.
  readonly #known: LRUCache<string, Entry>;
  readonly #unknownUntil: LRUCache<string, number>;
  readonly #flights = new Map<string, Flight>();
  // Revocation is permanent, so a result that was read before it can be recognized as stale.
  readonly #revoked: LRUCache<string, true>;
  /** The last query to the database failed: requests do not wait for it, and a probe checks from time to time. */
  #isSilent = false;
  /** The current query to the database takes long: requests with a cached key do not wait for it. */
  #isSlow = false;
  #probe: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor({ readKey, now = () => performance.now(), count = () => {}, capacity = 50_000 }: KeyCacheDeps) {
    this.#deps = { readKey, now, count };
    this.#known = new LRUCache({ max: capacity });
    this.#unknownUntil = new LRUCache({ max: capacity });
    this.#revoked = new LRUCache({ max: capacity });
  }

  async find(hash: Buffer): Flight {
    const id = hash.toString('base64');
    const now = this.#deps.now();
    const entry = this.#known.get(id);
    const isFresh = entry !== undefined && now < entry.freshUntil;
    if (isFresh || now < (this.#unknownUntil.get(id) ?? 0)) {
      this.#deps.count('cached');
      return isFresh ? entry.caller : undefined;
    }
    if (this.#isSilent) return this.#goOn(id, 'It failed a moment ago');
    const flight = this.#ask(id, hash);
    return entry && this.#wasJustValid(id) ? this.#orCached(id, flight) : flight;
  }

  /** Handles a notification: a key was revoked, or something else changed. */
  hear(change: string): void {
    if (change === otherChange) this.doubt();
    else this.revoke(change);
  }

  /** Drops one key at once. */
  revoke(keyId: string): void {
    this.#revoked.set(keyId, true);
    for (const [id, { caller }] of this.#known.entries()) {
      if (caller.key === keyId) this.#known.delete(id);
    }
  }

  /** Marks every entry as stale; entries are kept only for an outage. */
  doubt(): void {
    for (const entry of this.#known.values()) entry.freshUntil = 0;
    this.#unknownUntil.clear();
    // A read in progress may return the old state, so later requests must start a new one.
    this.#flights.clear();
    // A database that sends notifications is available.
    this.#noteAnswer();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#probe);
  }

  /** Waits briefly: a database that hangs must not slow down keys that were valid a moment ago. */
  async #orCached(id: string, flight: Flight): Flight {
    if (!this.#isSlow) {
      try {
        return await withTimeout(flight, keyTimes.briefMs);
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        this.#isSlow = this.#flights.has(id);
      }
    }
    // It may have been revoked or changed in the meantime.
    if (!this.#wasJustValid(id)) return flight;
    flight.catch(() => {});
    return this.#goOn(id, 'It takes long');
  }

  /** Queries the database once, however many requests wait for the result. */
  #ask(id: string, hash: Buffer): Flight {
    const known = this.#flights.get(id);
    if (known) return known;
    const flight: Flight = this.#read(id, hash, () => this.#flights.get(id) === flight).finally(() => {
      if (this.#flights.get(id) === flight) this.#flights.delete(id);
    });
    this.#flights.set(id, flight);
    return flight;
  }

  async #read(id: string, hash: Buffer, isCurrent: () => boolean): Flight {
    const began = this.#deps.now();
    try {
      const read = await withTimeout(this.#deps.readKey(hash), keyTimes.askMs);
      const caller = read && !this.#revoked.has(read.key) ? read : undefined;
      this.#noteAnswer();
      if (isCurrent()) this.#keep(id, caller);
      else if (caller) this.#keepForOutage(id, caller, began);
      this.#deps.count('read');
      return caller;
    } catch (error) {
      // The failure of a query from before a change says nothing about the database that announced it.
      if (isCurrent()) this.#noteSilence(id, hash);
      return this.#goOn(id, error);
    }
  }

  #noteAnswer(): void {
    this.#isSilent = false;
    this.#isSlow = false;
    clearTimeout(this.#probe);
    this.#probe = undefined;
  }

  #noteSilence(id: string, hash: Buffer): void {
    this.#isSilent = true;
    clearTimeout(this.#probe);
    if (this.#isStopped) return;
    this.#probe = setTimeout(() => void this.#ask(id, hash).catch(() => {}), keyTimes.pauseMs).unref();
  }

  #keep(id: string, caller: Caller | undefined): void {
    const now = this.#deps.now();
    this.#known.delete(id);
    if (caller) this.#known.set(id, { caller, readAt: now, freshUntil: now + keyTimes.knownMs });
    else this.#unknownUntil.set(id, now + keyTimes.unknownMs);
  }

  /** A result from before a change replaces nothing or an older result, but not a newer one. */
  #keepForOutage(id: string, caller: Caller, began: number): void {
    const isNews = !this.#unknownUntil.has(id) && (this.#known.get(id)?.readAt ?? 0) < began;
    if (isNews) this.#known.set(id, { caller, readAt: this.#deps.now(), freshUntil: 0 });
  }

  #isTrusted(id: string): boolean {
    const entry = this.#known.get(id);
    return entry !== undefined && this.#deps.now() - entry.readAt < keyTimes.outageMs;
  }

  /** Valid a moment ago, and nothing is known to have changed since: until a read that hangs counts as failed. */
  #wasJustValid(id: string): boolean {
    const { freshUntil = 0 } = this.#known.get(id) ?? {};
    return freshUntil > 0 && this.#deps.now() < freshUntil + keyTimes.askMs;
  }

  #goOn(id: string, cause: unknown): Caller {
    const entry = this.#isTrusted(id) ? this.#known.get(id) : undefined;
    this.#deps.count(entry ? 'outage' : 'unavailable');
    if (entry) return entry.caller;
    throw new DatabaseTimeout('PostgreSQL is unavailable: keys cannot be read', { cause });
  }
}
