import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf, isUrlKey, newKey, newKeyFor, parseKey, withoutKeys } from './key-form.ts';

test('a new key contains the product, the mode, 190 random bits and a checksum', () => {
  const key = newKey();
  expect(key).toMatch(/^orgdex_live_[0-9A-Za-z]{38}$/);
  expect(parseKey(key)).toBe(key);
  expect(newKey()).not.toBe(key);
  expect(hashOf(key)).toHaveLength(32);
});

test('a test key has its own prefix and is otherwise a key like any other', () => {
  const key = newKey('test');
  expect(key).toMatch(/^orgdex_test_[0-9A-Za-z]{38}$/);
  expect(parseKey(key)).toBe(key);
  expect(parseKey(key.replace('_test_', '_live_'))).toBeUndefined();
});

test('any one changed letter is detected without a query', () => {
  const key = newKey();
  const letters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  fc.assert(
    fc.property(fc.nat(key.length - 1), letters, (at, letter) => {
      const mistyped = key.slice(0, at) + letter + key.slice(at + 1);
      expect(parseKey(mistyped)).toBe(mistyped === key ? key : undefined);
    }),
    { numRuns: 2000 },
  );
});

test.each(['', 'nonsense', 'orgdex_live_', `${newKey()}x`, ` ${newKey()}`])('%s is not a key', (text) => {
  expect(parseKey(text)).toBeUndefined();
});

test('a key for URLs has its own prefix, whatever data it reads', () => {
  for (const mode of ['live', 'test'] as const) {
    const key = newKeyFor({ scopes: ['reconcile'], mode });
    expect(key).toMatch(/^orgdex_recon_[0-9A-Za-z]{38}$/);
    expect(parseKey(key)).toBe(key);
    expect(isUrlKey(key)).toBe(true);
    expect(withoutKeys(`/reconcile/${key}/AU`)).toBe('/reconcile/orgdex_recon_…/AU');
    expect(isUrlKey(newKeyFor({ scopes: ['company:read'], mode }))).toBe(false);
  }
});
