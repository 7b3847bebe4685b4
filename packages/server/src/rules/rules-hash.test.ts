import { expect, test } from 'vitest';
import { rulesHash } from './rules-hash.ts';
import { rulesProbe } from './rules-probe.ts';

test('the same rules give the same hash, in twelve hex digits', () => {
  expect(rulesHash()).toMatch(/^[0-9a-f]{12}$/);
  expect(rulesHash()).toBe(rulesHash());
});

test('the probe holds no title twice and every script that titles are analysed by', () => {
  expect(new Set(rulesProbe).size).toBe(rulesProbe.length);
  for (const script of ['Latin', 'Han', 'Katakana', 'Hiragana', 'Hangul', 'Thai'])
    expect(rulesProbe.some((title) => new RegExp(`\\p{Script=${script}}`, 'u').test(title))).toBe(true);
});
