import { hash, type KeyObject } from 'node:crypto';

/** A key for hashes of contact values, with its version; in a list, the newest key is last. */
export interface HandleKey {
  version: number;
  key: KeyObject;
}

const blockBytes = 64;
const hashBytes = 32;
/** Longer texts get a buffer of their own. */
const commonBytes = 1024;

/** The key as HMAC mixes it into the inner and the outer hash, each followed by room for what is hashed. */
interface Blocks {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

const known = new WeakMap<KeyObject, Blocks>();

function blocksOf(key: KeyObject): Blocks {
  const found = known.get(key);
  if (found) return found;
  const bytes = key.export();
  if (bytes.length > blockBytes) throw new Error(`A key has at most ${blockBytes} bytes, not ${bytes.length}`);
  const blockOf = (mask: number, room: number) => {
    const block = Buffer.alloc(blockBytes + room);
    for (let at = 0; at < blockBytes; at += 1) block[at] = (bytes[at] ?? 0) ^ mask;
    return block;
  };
  const blocks = { inner: blockOf(0x36, commonBytes), outer: blockOf(0x5c, hashBytes) };
  known.set(key, blocks);
  return blocks;
}

function hashInner(inner: Buffer, text: string): string {
  // A UTF-16 code unit has at most three bytes in UTF-8.
  if (text.length * 3 > commonBytes)
    return hash('sha256', Buffer.concat([inner.subarray(0, blockBytes), Buffer.from(text)]), 'binary');
  const end = blockBytes + inner.write(text, blockBytes);
  return hash('sha256', inner.subarray(0, end), 'binary');
}

/**
 * HMAC-SHA-256, for values that are hashed by the million: with `createHmac`, which makes a native object for each,
 * it costs about six times as much. Two calls of `hash` make none.
 */
export function keyedHash(key: KeyObject, text: string): Buffer {
  const { inner, outer } = blocksOf(key);
  outer.write(hashInner(inner, text), blockBytes, 'binary');
  return hash('sha256', outer, 'buffer');
}
