import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyedHash } from './keyed-hash.ts';

const byNode = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  // Half a surrogate pair, too.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 }).map((units) => String.fromCharCode(...units)),
  fc.tuple(fc.constantFrom('a', 'é', '€', '😀'), fc.integer({ min: 0, max: 1500 })).map(([one, n]) => one.repeat(n)),
);

test('the same hash as HMAC-SHA-256 of Node, for any key of up to 64 bytes and any text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.array(anyText, { maxLength: 5 }), (bytes, texts) => {
      const key = createSecretKey(bytes);
      for (const text of texts) expect(keyedHash(key, text)).toEqual(byNode(Buffer.from(bytes), text));
    }),
  );
});

test('a hash does not change with the next one', () => {
  const bytes = randomBytes(32);
  const key = createSecretKey(bytes);
  const first = keyedHash(key, 'first');
  keyedHash(key, 'second');
  expect(first).toEqual(byNode(bytes, 'first'));
});

test('a longer key is an error', () => {
  expect(() => keyedHash(createSecretKey(Buffer.alloc(65)), 'text')).toThrow('at most 64 bytes');
});
