import { expect, test } from 'vitest';
import { anyOf, patternsOf, phrases, rulesFor } from './rule.ts';

const rule = rulesFor<'add'>(1);
const matches = (title: string, ...parts: Parameters<typeof rule>) =>
  patternsOf([rule(...parts)], 'add').some((pattern) => title.search(pattern) >= 0);

test('commas and line breaks separate phrases, and a star is the rest of a word', () => {
  expect(phrases`
    recruit*, head ?hunter
    *ologist
  `).toEqual([String.raw`recruit\w*`, 'head ?hunter', String.raw`\w*ologist`]);
});

test('a star after a group, a set or a dot keeps its meaning in a regular expression', () => {
  expect(phrases`(co )*owner, [^ /]*head, seeking .*`).toEqual(['(co )*owner', '[^ /]*head', 'seeking .*']);
});

test('a list inside a phrase offers each of its entries', () => {
  expect(phrases`${anyOf`sales, market*`} manager`).toEqual([String.raw`(?:sales|market\w*) manager`]);
});

test('a phrase matches whole words, or any characters in a language without spaces', () => {
  expect(matches('the cook', 'add', 'food', { en: phrases`cook` })).toBe(true);
  expect(matches('cookery', 'add', 'food', { en: phrases`cook` })).toBe(false);
  expect(matches('調理師', 'add', 'food', { ja: phrases`調理` })).toBe(true);
});

test('a title matches as a whole, a pattern as a regular expression', () => {
  const none = { titles: { en: phrases`none, n / a` }, patterns: ['^x{3}'] };
  expect(['none', 'n / a', 'xxxx'].filter((title) => !matches(title, 'add', 'placeholders', none))).toEqual([]);
  expect(['none of these', 'a / none', 'xx'].filter((title) => matches(title, 'add', 'placeholders', none))).toEqual(
    [],
  );
});
