import { hash } from 'node:crypto';

/** 64 bits of a hash of a row, as the format of its file separates it. Equal rows become equal records. */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

const numberAt = (bytes: string, at: number) =>
  (bytes.charCodeAt(at) << 24) |
  (bytes.charCodeAt(at + 1) << 16) |
  (bytes.charCodeAt(at + 2) << 8) |
  bytes.charCodeAt(at + 3);

export function fingerprintOf(row: unknown): Fingerprint {
  // A string with one character for each byte: creating a buffer takes longer than the hash itself.
  const digest = hash('sha256', typeof row === 'string' ? row : JSON.stringify(row), 'binary');
  return { high: numberAt(digest, 0), low: numberAt(digest, 4) };
}

/** As a decimal number, which PostgreSQL reads as a bigint. */
export const fingerprintText = ({ high, low }: Fingerprint): string =>
  String((BigInt(high) << 32n) | BigInt(low >>> 0));

/** The share of the slots that are used: more would make lookups slow, fewer would need more memory. */
const maxLoad = 0.75;

/** A set of fingerprints that threads share: eight bytes in each slot. */
export class KnownRows {
  readonly memory: SharedArrayBuffer;
  readonly #slots: Int32Array;
  readonly #count: number;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#slots = new Int32Array(memory);
    this.#count = this.#slots.length / 2;
  }

  static withRoomFor(rows: number): KnownRows {
    return new KnownRows(new SharedArrayBuffer(8 * (Math.ceil(rows / maxLoad) + 1)));
  }

  /** The slot of a fingerprint, or the free slot where it would be added. */
  #slotOf({ high, low }: Fingerprint): number {
    const slots = this.#slots;
    let slot = Math.floor(((low >>> 0) / 2 ** 32) * this.#count);
    for (;;) {
      const inHigh = slots[2 * slot];
      const inLow = slots[2 * slot + 1];
      if ((inHigh === high && inLow === low) || (inHigh === 0 && inLow === 0)) return slot;
      slot = slot + 1 === this.#count ? 0 : slot + 1;
    }
  }

  add(fingerprint: Fingerprint): void {
    const slot = this.#slotOf(fingerprint);
    this.#slots[2 * slot] = fingerprint.high;
    this.#slots[2 * slot + 1] = fingerprint.low;
  }

  /** A fingerprint of zeros looks like a free slot, and is never known: its row is then read as if it were new. */
  has(fingerprint: Fingerprint): boolean {
    const at = 2 * this.#slotOf(fingerprint);
    return this.#slots[at] !== 0 || this.#slots[at + 1] !== 0;
  }
}
