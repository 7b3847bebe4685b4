import { expect, test } from 'vitest';
import { fillSection } from './results.ts';
import { tableOf, wrapped } from './text.ts';

const page = 'before\n<!-- speed: begin -->\nold\n<!-- speed: end -->\nafter\n';

test('only the text between the markers is replaced', () => {
  expect(fillSection(page, 'speed', 'new')).toBe('before\n<!-- speed: begin -->\nnew\n<!-- speed: end -->\nafter\n');
});

test('a page without the markers is not changed', () => {
  expect(() => fillSection(page, 'other', 'new')).toThrow('two marker lines');
});

test('a table has a line for each row', () => {
  expect(tableOf(['a', 'b'], [['1', '2|3']])).toBe('| a | b |\n| --- | --- |\n| 1 | 2\\|3 |');
});

test('a paragraph is broken into lines of at most 120 characters', () => {
  const lines = wrapped(`${'word '.repeat(60)}end`).split('\n');
  expect(lines.every((line) => line.length > 0 && line.length <= 120)).toBe(true);
  expect(lines.join(' ')).toBe(`${'word '.repeat(60)}end`);
});
