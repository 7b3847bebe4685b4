import { LRUCache } from 'lru-cache';
import type { StoredKey } from '../ledger/api-keys.ts';

/** How long a verdict stands. */
export const keyTimes = {
  knownMs: 3000,
  unknownMs: 1000,
  /** How long a key that was good goes on when the ledger cannot be asked. */
  outageMs: 5 * 60_000,
  /** How long the ledger is left alone after it failed. */
  pauseMs: 1000,
  askMs: 1000,
} as const;

/** Where a verdict came from. */
export type Verdict = 'cached' | 'read' | 'outage' | 'unavailable';

export interface KeyCacheDeps {
  readKey(hash: Buffer): Promise<StoredKey | undefined>;
  now?(): number;
  count?(verdict: Verdict): void;
}

/** The ledger could not be asked, and nothing is known of this key. */
export class LedgerSilent extends Error {}

interface Entry {
  readonly key: StoredKey;
  readonly readAt: number;
  freshUntil: number;
}

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What the ledger said of each key lately. */
export class KeyCache {
  readonly #deps: Required<KeyCacheDeps>;
  // Apart, so that a flood of made-up keys cannot push real ones out.
  readonly #known = new LRUCache<string, Entry>({ max: 50_000 });
  readonly #unknownUntil = new LRUCache<string, number>({ max: 10_000 });
  readonly #asking = new Map<string, Promise<StoredKey | undefined>>();
  // A key is never un-revoked, so what was read of it before it was revoked can be told to be old.
  readonly #revoked = new LRUCache<string, true>({ max: 10_000 });
  #pausedUntil = 0;
  #doubts = 0;

  constructor({ readKey, now = Date.now, count = () => {} }: KeyCacheDeps) {
    this.#deps = { readKey, now, count };
  }

  async find(hash: Buffer): Promise<StoredKey | undefined> {
    const id = hash.toString('base64');
    const now = this.#deps.now();
    const entry = this.#known.get(id);
    const isFresh = entry !== undefined && now < entry.freshUntil;
    if (isFresh || now < (this.#unknownUntil.get(id) ?? 0)) {
      this.#deps.count('cached');
      return isFresh ? entry.key : undefined;
    }
    const flight = this.#asking.get(id) ?? this.#ask(id, hash).finally(() => this.#asking.delete(id));
    this.#asking.set(id, flight);
    return flight;
  }

  /** Forgets one key at once. */
  revoke(keyId: string): void {
    this.#revoked.set(keyId, true);
    for (const [id, { key }] of this.#known.entries()) {
      if (key.id === keyId) this.#known.delete(id);
    }
  }

  /** Trusts nothing without asking again; what is known is kept for an outage only. */
  doubt(): void {
    this.#doubts += 1;
    for (const entry of this.#known.values()) entry.freshUntil = 0;
  }

  async #ask(id: string, hash: Buffer): Promise<StoredKey | undefined> {
    const { now, readKey, count } = this.#deps;
    if (now() < this.#pausedUntil) return this.#goOn(id, 'It failed a moment ago');
    const doubts = this.#doubts;
    try {
      const read = await withTimeout(readKey(hash), keyTimes.askMs);
      const key = read && !this.#revoked.has(read.id) ? read : undefined;
      this.#keep(id, key, doubts === this.#doubts ? keyTimes.knownMs : 0);
      count('read');
      return key;
    } catch (error) {
      this.#pausedUntil = now() + keyTimes.pauseMs;
      return this.#goOn(id, error);
    }
  }

  #keep(id: string, key: StoredKey | undefined, freshMs: number): void {
    const now = this.#deps.now();
    this.#known.delete(id);
    if (key) this.#known.set(id, { key, readAt: now, freshUntil: now + freshMs });
    else this.#unknownUntil.set(id, now + keyTimes.unknownMs);
  }

  #goOn(id: string, cause: unknown): StoredKey {
    const entry = this.#known.get(id);
    const isTrusted = entry !== undefined && this.#deps.now() - entry.readAt < keyTimes.outageMs;
    this.#deps.count(isTrusted ? 'outage' : 'unavailable');
    if (isTrusted) return entry.key;
    throw new LedgerSilent('The ledger cannot be asked about keys', { cause });
  }
}
