import { LRUCache } from 'lru-cache';
import type { ServedCompany } from '../../knowledge/profiles/prepared-responses.ts';

export type CachedKind = 'company' | 'identifier';

/** How often each thing happened to a read: plain numbers, since it happens with every request. */
export const noCacheCounts = () => ({
  /** From memory. */
  hit: 0,
  /** Not in memory. */
  miss: 0,
  /** Another request was reading it already. */
  shared: 0,
  /** In memory, but too old to be trusted. */
  aged: 0,
});
export type CacheCounts = ReturnType<typeof noCacheCounts>;

interface Entry {
  readonly source: unknown;
  readonly readAt: number;
}

/** An entry that was not confirmed for this long is read again: with the delay of a notification, below two seconds. */
const maxUnconfirmedMs = 1500;
const entryBytes = 300;
/** Up to this part of its size, the cache keeps everything that is read. */
const keptFreely = 1 / 8;

/** About: a text beyond Latin letters takes twice as much. */
function sizeOf({ source }: Entry): number {
  const { base, regions = {} } = (source as { served?: Partial<ServedCompany> } | undefined)?.served ?? {};
  return Object.values(regions).reduce((sum, { text }) => sum + text.length, entryBytes + (base?.text.length ?? 0));
}

export const cacheKey = (kind: CachedKind, id: string): string => `${kind}:${id}`;

/**
 * Documents of one generation that were read lately, and ids that have none. A publisher sends a numbered notification
 * of what changed once it can be read; the number in the database confirms that none was missed. Without either an entry
 * is valid for a moment only, so a lost notification costs reads and never returns an old response.
 *
 * Once there are more than a few, a document is kept when it is read for the second time. One that is read once would take the
 * place of others, and an entry costs the garbage collector more than the read that it may save.
 */
export class DocumentCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #reads = new Map<string, Promise<unknown>>();
  readonly #recent = new RecentKeys();
  readonly #counts: CacheCounts;
  readonly #freeBytes: number;
  #published: number;
  #confirmedAt = 0;
  /** Raised with every notification: what was being read meanwhile may be older. */
  #notifications = 0;

  constructor({ bytes, published, counts }: { bytes: number; published: number; counts: CacheCounts }) {
    this.#entries = new LRUCache({ maxSize: bytes, sizeCalculation: sizeOf });
    this.#freeBytes = bytes * keptFreely;
    this.#published = published;
    this.#counts = counts;
  }

  get entries(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** From memory while the entry is valid, else by `fetch`; requests that come meanwhile may share its result. */
  read(key: string, fetch: () => Promise<unknown>, { isShared = true } = {}): unknown {
    const entry = this.#entries.get(key);
    if (entry && performance.now() - Math.max(entry.readAt, this.#confirmedAt) <= maxUnconfirmedMs) {
      this.#counts.hit += 1;
      return entry.source;
    }
    const pending = this.#reads.get(key);
    this.#counts[pending ? 'shared' : entry ? 'aged' : 'miss'] += 1;
    if (pending) return pending;
    return isShared ? this.#fill(key, fetch) : fetch();
  }

  /** A publisher's notification: these documents changed, or, without a list, any. */
  hear({ published, keys }: { published: number; keys: readonly string[] | undefined }): void {
    const isNext = published <= this.#published + 1;
    this.#notifications += 1;
    if (keys && isNext) for (const key of keys) this.#forget(key);
    else this.#forgetAll();
    this.#published = Math.max(published, this.#published);
  }

  /**
   * The number of the last notification according to the database, and when it was read (by `performance.now`). A number
   * that decreased means that the database was restored from a backup.
   */
  confirm(published: number, at: number): void {
    if (published !== this.#published) {
      this.#notifications += 1;
      this.#forgetAll();
      this.#published = published;
    }
    this.#confirmedAt = at;
  }

  #forgetAll(): void {
    this.#entries.clear();
    this.#reads.clear();
  }

  #forget(key: string): void {
    this.#entries.delete(key);
    this.#reads.delete(key);
  }

  #fill(key: string, fetch: () => Promise<unknown>): Promise<unknown> {
    const readAt = performance.now();
    const before = this.#notifications;
    const isKept = this.#recent.note(key) || this.#entries.has(key) || this.bytes < this.#freeBytes;
    const reading = fetch()
      .then((source) => {
        if (isKept && before === this.#notifications) this.#entries.set(key, { source, readAt });
        return source;
      })
      .finally(() => {
        if (this.#reads.get(key) === reading) this.#reads.delete(key);
      });
    this.#reads.set(key, reading);
    return reading;
  }
}

/** A few for each entry of a cache of the default size. */
const places = 2 ** 18;

/**
 * Remembers which keys were noted lately, in a megabyte, whatever their number: each key has one place, which the next key with the
 * same place takes. So a key may be forgotten early, and one in 16,000 is taken for another.
 */
export class RecentKeys {
  readonly #hashes = new Int32Array(places);

  /** Notes a key; returns whether it was noted before. */
  note(key: string): boolean {
    let hash = 0x811c9dc5;
    for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    const place = (hash ^ (hash >>> 15)) & (places - 1);
    const isKnown = this.#hashes[place] === hash;
    this.#hashes[place] = hash;
    return isKnown;
  }
}
