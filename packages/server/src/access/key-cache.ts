import { LRUCache } from 'lru-cache';
import { otherChange } from '../ledger/api-keys.ts';
import { withPatience } from '../patience.ts';
import type { Caller } from './caller.ts';

/** How long a verdict stands. */
export const keyTimes = {
  knownMs: 3000,
  unknownMs: 1000,
  /** How long a key that was good goes on when the ledger cannot be asked. */
  outageMs: 5 * 60_000,
  /** How long the ledger is left alone after it was asked in vain. */
  pauseMs: 1000,
  askMs: 1000,
} as const;

/** Where a verdict came from. */
export type Verdict = 'cached' | 'read' | 'outage' | 'unavailable';

export interface KeyCacheDeps {
  readKey(hash: Buffer): Promise<Caller | undefined>;
  now?(): number;
  count?(verdict: Verdict): void;
  /** How many keys are remembered. */
  readonly capacity?: number;
}

/** The ledger could not be asked, and nothing is known of this key. */
export class LedgerSilent extends Error {}

interface Entry {
  readonly caller: Caller;
  readonly readAt: number;
  freshUntil: number;
}

type Flight = Promise<Caller | undefined>;

/** What the ledger said of each key lately. */
export class KeyCache {
  readonly #deps: Required<Omit<KeyCacheDeps, 'capacity'>>;
  // Apart, so that a flood of made-up keys cannot push real ones out.
  readonly #known: LRUCache<string, Entry>;
  readonly #unknownUntil: LRUCache<string, number>;
  readonly #flights = new Map<string, Flight>();
  // A key is never un-revoked, so what was read of it before it was revoked can be told to be old.
  readonly #revoked: LRUCache<string, true>;
  /** The ledger was last asked in vain: nobody waits for it, one question a while finds out whether it is back. */
  #isSilent = false;
  #probe: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor({ readKey, now = Date.now, count = () => {}, capacity = 50_000 }: KeyCacheDeps) {
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
    return this.#isSilent ? this.#goOn(id, 'It failed a moment ago') : this.#ask(id, hash);
  }

  /** Takes what the channel says: a key ended, or something else is other. */
  hear(change: string): void {
    if (change === otherChange) this.doubt();
    else this.revoke(change);
  }

  /** Forgets one key at once. */
  revoke(keyId: string): void {
    this.#revoked.set(keyId, true);
    for (const [id, { caller }] of this.#known.entries()) {
      if (caller.key === keyId) this.#known.delete(id);
    }
  }

  /** Trusts nothing without asking again; what is known is kept for an outage only. */
  doubt(): void {
    for (const entry of this.#known.values()) entry.freshUntil = 0;
    this.#unknownUntil.clear();
    // What is being read may be what was true before: whoever comes now asks anew.
    this.#flights.clear();
    // Whoever tells of changes can be asked.
    this.#noteAnswer();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#probe);
  }

  /** Asks the ledger, once however many wait for it. */
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
      const read = await withPatience(this.#deps.readKey(hash), keyTimes.askMs);
      const caller = read && !this.#revoked.has(read.key) ? read : undefined;
      this.#noteAnswer();
      if (isCurrent()) this.#keep(id, caller);
      else if (caller) this.#keepForOutage(id, caller, began);
      this.#deps.count('read');
      return caller;
    } catch (error) {
      // A question from before a change says nothing of the ledger that told of it.
      if (isCurrent()) this.#noteSilence(id, hash);
      return this.#goOn(id, error);
    }
  }

  #noteAnswer(): void {
    this.#isSilent = false;
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

  /** What was read before a change is better than nothing, and than what is older; not than what was read since. */
  #keepForOutage(id: string, caller: Caller, began: number): void {
    const isNews = !this.#unknownUntil.has(id) && (this.#known.get(id)?.readAt ?? 0) < began;
    if (isNews) this.#known.set(id, { caller, readAt: this.#deps.now(), freshUntil: 0 });
  }

  #isTrusted(id: string): boolean {
    const entry = this.#known.get(id);
    return entry !== undefined && this.#deps.now() - entry.readAt < keyTimes.outageMs;
  }

  #goOn(id: string, cause: unknown): Caller {
    const entry = this.#isTrusted(id) ? this.#known.get(id) : undefined;
    this.#deps.count(entry ? 'outage' : 'unavailable');
    if (entry) return entry.caller;
    throw new LedgerSilent('The ledger cannot be asked about keys', { cause });
  }
}
