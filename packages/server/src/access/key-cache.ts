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

export interface KeyCache {
  find(hash: Buffer): Promise<StoredKey | undefined>;
  /** Forgets one key at once. */
  revoke(id: string): void;
  /** Trusts nothing without asking again; kept only for an outage. */
  doubt(): void;
}

interface Entry {
  readonly key: StoredKey;
  readonly readAt: number;
  freshUntil: number;
}

const withTimeout = <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

export function openKeyCache({ readKey, now = Date.now, count = () => {} }: KeyCacheDeps): KeyCache {
  // Apart, so that a flood of made-up keys cannot push real ones out.
  const known = new LRUCache<string, Entry>({ max: 50_000 });
  const unknown = new LRUCache<string, number>({ max: 10_000 });
  const asking = new Map<string, Promise<StoredKey | undefined>>();
  let pausedUntil = 0;
  let epoch = 0;

  function keep(id: string, key: StoredKey | undefined): void {
    known.delete(id);
    if (key) known.set(id, { key, readAt: now(), freshUntil: now() + keyTimes.knownMs });
    else unknown.set(id, now() + keyTimes.unknownMs);
  }

  function goOn(id: string, cause: unknown): StoredKey {
    const entry = known.get(id);
    const isTrusted = entry !== undefined && now() - entry.readAt < keyTimes.outageMs;
    count(isTrusted ? 'outage' : 'unavailable');
    if (isTrusted) return entry.key;
    throw new LedgerSilent('The ledger cannot be asked about keys', { cause });
  }

  async function ask(id: string, hash: Buffer): Promise<StoredKey | undefined> {
    if (now() < pausedUntil) return goOn(id, 'It failed a moment ago');
    const asked = epoch;
    try {
      const key = await withTimeout(readKey(hash), keyTimes.askMs);
      // A revocation that came meanwhile may be newer than what was read.
      if (asked === epoch) keep(id, key);
      count('read');
      return key;
    } catch (error) {
      pausedUntil = now() + keyTimes.pauseMs;
      return goOn(id, error);
    }
  }

  return {
    async find(hash) {
      const id = hash.toString('base64');
      const entry = known.get(id);
      if (entry && now() < entry.freshUntil) {
        count('cached');
        return entry.key;
      }
      if (now() < (unknown.get(id) ?? 0)) {
        count('cached');
        return undefined;
      }
      const flight = asking.get(id) ?? ask(id, hash).finally(() => asking.delete(id));
      asking.set(id, flight);
      return flight;
    },
    revoke(keyId) {
      epoch += 1;
      for (const [id, { key }] of known.entries()) {
        if (key.id === keyId) known.delete(id);
      }
    },
    doubt() {
      epoch += 1;
      for (const entry of known.values()) entry.freshUntil = 0;
    },
  };
}
