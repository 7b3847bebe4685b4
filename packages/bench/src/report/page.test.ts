import { expect, test } from 'vitest';
import { fillPage, tableOf } from './page.ts';

const page = 'before\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nafter\n';

test('only the text between the markers is replaced', () => {
  expect(fillPage(page, 'new')).toBe('before\n<!-- measured: begin -->\nnew\n<!-- measured: end -->\nafter\n');
});

test('a page without markers is not changed', () => {
  expect(() => fillPage('words', 'new')).toThrow('two marker lines');
});

test('a table has a line for each row', () => {
  expect(tableOf(['a', 'b'], [['1', '2']])).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
});
