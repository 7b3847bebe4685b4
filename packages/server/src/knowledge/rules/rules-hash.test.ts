import { expect, test } from 'vitest';
import { builtInRates } from './money/exchange-rates.ts';
import { rulesHash, rulesHashTitles, titleRulesHash } from './rules-hash.ts';

test('the same rules give the same hash, in twelve hex digits', () => {
  for (const hash of [titleRulesHash, () => rulesHash(builtInRates)]) {
    expect(hash()).toMatch(/^[0-9a-f]{12}$/);
    expect(hash()).toBe(hash());
  }
});

test('a different rate of one currency in one year changes the hash, so it requires a rebuild', () => {
  const years = new Map(builtInRates.get('AUD')).set(2024, 1.5159);
  expect(rulesHash(new Map(builtInRates).set('AUD', years))).not.toBe(rulesHash(builtInRates));
});

test('the list contains no title twice and covers every script that titles are analyzed by', () => {
  expect(new Set(rulesHashTitles).size).toBe(rulesHashTitles.length);
  for (const script of ['Latin', 'Han', 'Katakana', 'Hiragana', 'Hangul', 'Thai'])
    expect(rulesHashTitles.some((title) => new RegExp(`\\p{Script=${script}}`, 'u').test(title))).toBe(true);
});
