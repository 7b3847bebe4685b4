import { expect, test } from 'vitest';
import { RecentKeys } from './document-cache.ts';

const keys = (count: number) => Array.from({ length: count }, (_, n) => `company:c${n}`);

test('a key is known once it was noted', () => {
  const recent = new RecentKeys();
  expect(['a', 'b', 'a', 'b'].map((key) => recent.note(key))).toEqual([false, false, true, true]);
});

test('of 50,000 keys, four of five are known when they return', () => {
  const recent = new RecentKeys();
  for (const key of keys(50_000)) recent.note(key);
  expect(keys(50_000).filter((key) => recent.note(key)).length).toBeGreaterThan(40_000);
});

test('new keys take the place of old ones, and are not taken for them', () => {
  const recent = new RecentKeys();
  const known = keys(1_000_000).filter((key) => recent.note(key));
  expect(known.length).toBeLessThan(100);
  expect(keys(1000).filter((key) => recent.note(key)).length).toBeLessThan(50);
});
