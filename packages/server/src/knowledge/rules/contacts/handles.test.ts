import { createHash, createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import type { HandleKey } from '../../../core/keyed-hash.ts';
import { normalizeEmail, normalizePhone } from './contact-values.ts';
import { handlesOf, handlesOfDigest, type PublishedKind, parseDigest } from './handles.ts';

const keyOf = (version: number): HandleKey => ({ version, key: createSecretKey(Buffer.alloc(32, version)) });
const keys = [keyOf(1), keyOf(2)];
const sha256 = (text: string) => createHash('sha256').update(text).digest();

test('a value has both forms under each version of the key, the published one of the newest last', () => {
  const forms = handlesOf(keys, 'email', 'jo@example.com').map((handle) => handle.slice(0, handle.lastIndexOf(':')));
  expect(forms).toEqual(['email:1', 'email:2', 'email:1s', 'email:2s']);
  expect(handlesOf(keys, 'network', 'jo-lee')).toHaveLength(2);
});

test.each<[string, PublishedKind, string | undefined, string]>([
  ['an address', 'email', normalizeEmail(' Jo.Lee+x@Example.com'), sha256('jo.lee+x@example.com').toString('base64')],
  ['a number', 'phone', normalizePhone('+1(415)555-9317', undefined), 'vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E='],
  ['a number abroad', 'phone', normalizePhone('+84(90)123 4567', 'VN'), 'ptzVkgbv9DonwvPCHmXmJ2SEOaolSh37z3ZzY/Gmm+U='],
])('the published hash of %s is recognized', (_, kind, value, published) => {
  const digest = parseDigest(published) as Buffer;
  expect(handlesOf(keys, kind, value ?? '')).toEqual(expect.arrayContaining(handlesOfDigest(keys, kind, digest)));
});

test('neither form can be computed without the key', () => {
  const [, , published] = handlesOf(keys, 'email', 'jo@example.com');
  const digest = sha256('jo@example.com');
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    expect(published).not.toContain(digest.toString(encoding));
  expect(
    handlesOf([keyOf(3)], 'email', 'jo@example.com')
      .at(-1)
      ?.split(':')
      .at(-1),
  ).not.toBe(published?.split(':').at(-1));
});

test('a hash is read in hexadecimal digits of either case and in Base64', () => {
  const digest = sha256('x');
  const texts = [digest.toString('hex'), digest.toString('hex').toUpperCase(), ` ${digest.toString('base64')}`];
  for (const text of [...texts, digest.toString('base64url')]) expect(parseDigest(text)).toEqual(digest);
  for (const text of ['', 'none', digest.toString('hex').slice(1), 'jo@example.com'])
    expect(parseDigest(text)).toBeUndefined();
});
