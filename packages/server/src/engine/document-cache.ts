import { LRUCache } from 'lru-cache';
import type { ServedCompany } from '../profiles/served.ts';

export type CachedKind = 'company' | 'identifier';

/** How often each thing happened to a read: plain numbers, since it happens with every request. */
export const noCacheCounts = () => ({
  /** From memory. */
  hit: 0,
  /** Not in memory. */
  miss: 0,
  /** Somebody was reading it already. */
  shared: 0,
  /** In memory, but too old to be trusted. */
  aged: 0,
  /** Read, but not kept: something was published meanwhile. */
  refused: 0,
});
export type CacheCounts = ReturnType<typeof noCacheCounts>;

interface Entry {
  readonly source: unknown;
  readonly readAt: number;
}

/** An entry that nobody confirmed for this long is read again: with what a publish takes to be told, below two seconds. */
const longestDoubtMs = 1500;
const entryBytes = 300;

function sizeOf({ source }: Entry): number {
  const { body = '', regions = {} } = (source as { served?: Partial<ServedCompany> } | undefined)?.served ?? {};
  return Object.values(regions).reduce((sum, text) => sum + text.length, entryBytes + body.length);
}

export const cacheKey = (kind: CachedKind, id: string): string => `${kind}:${id}`;

/**
 * Documents of one generation that were read lately, and ids that have none. Whoever publishes tells what changed once
 * it can be read, and numbers what it tells; a look at the ledger confirms that nothing was missed. Without either an
 * entry is good for a moment only, so a lost message costs reads and never an old answer.
 */
export class DocumentCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #reads = new Map<string, Promise<unknown>>();
  readonly #counts: CacheCounts;
  #published: number;
  #confirmedAt = 0;
  /** Raised with everything that is told: what was being read meanwhile may be older than that. */
  #told = 0;

  constructor({ bytes, published, counts }: { bytes: number; published: number; counts: CacheCounts }) {
    this.#entries = new LRUCache({ maxSize: bytes, sizeCalculation: sizeOf });
    this.#published = published;
    this.#counts = counts;
  }

  get entries(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** From memory where that is not in doubt, else by `fetch`; whoever asks meanwhile shares its answer. */
  read(key: string, fetch: () => Promise<unknown>): unknown {
    const entry = this.#entries.get(key);
    if (entry && Date.now() - Math.max(entry.readAt, this.#confirmedAt) <= longestDoubtMs) {
      this.#counts.hit += 1;
      return entry.source;
    }
    const underWay = this.#reads.get(key);
    this.#counts[underWay ? 'shared' : entry ? 'aged' : 'miss'] += 1;
    return underWay ?? this.#fill(key, fetch);
  }

  /** What a publisher told: these documents changed, or, without a list, any. */
  hear({ published, keys }: { published: number; keys: readonly string[] | undefined }): void {
    if (published <= this.#published) return;
    this.#told += 1;
    if (keys && published === this.#published + 1) {
      for (const key of keys) this.#forget(key);
    } else {
      this.#entries.clear();
      this.#reads.clear();
    }
    this.#published = published;
  }

  /** What the ledger said at a time: how often was published. */
  confirm(published: number, at: number): void {
    this.hear({ published, keys: undefined });
    this.#confirmedAt = at;
  }

  #forget(key: string): void {
    this.#entries.delete(key);
    this.#reads.delete(key);
  }

  #fill(key: string, fetch: () => Promise<unknown>): Promise<unknown> {
    const readAt = Date.now();
    const told = this.#told;
    const reading = fetch()
      .then((source) => {
        if (told === this.#told) this.#entries.set(key, { source, readAt });
        else this.#counts.refused += 1;
        return source;
      })
      .finally(() => {
        if (this.#reads.get(key) === reading) this.#reads.delete(key);
      });
    this.#reads.set(key, reading);
    return reading;
  }
}
