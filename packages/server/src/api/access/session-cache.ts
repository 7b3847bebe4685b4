import { LRUCache } from 'lru-cache';

/** A session that ended elsewhere is still accepted for this long. */
const cachedMs = 500;
const capacity = 10_000;

type Reading = Promise<Buffer | undefined>;

/** Caches which key each session belongs to. The key itself is checked on every request. */
export class SessionCache {
  readonly #read: (hash: Buffer) => Reading;
  readonly #readings = new LRUCache<string, Reading>({ max: capacity, ttl: cachedMs });

  constructor(read: (hash: Buffer) => Reading) {
    this.#read = read;
  }

  /** The hash of the key; undefined: the session has ended, or never was. */
  find(hash: Buffer): Reading {
    const id = hash.toString('base64');
    const known = this.#readings.get(id);
    if (known) return known;
    const reading = this.#read(hash);
    this.#readings.set(id, reading);
    // A failure is not a result: the next request tries again.
    reading.catch(() => this.#forget(id, reading));
    return reading;
  }

  /** Drops a session at once. */
  end(hash: Buffer): void {
    this.#readings.delete(hash.toString('base64'));
  }

  #forget(id: string, reading: Reading): void {
    if (this.#readings.peek(id) === reading) this.#readings.delete(id);
  }
}
