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
