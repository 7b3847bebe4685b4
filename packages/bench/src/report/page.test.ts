import { expect, test } from 'vitest';
import { fillPage, tableOf } from './page.ts';

const page = 'before\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nafter\n';

test('only what stands between the marks is replaced', () => {
  expect(fillPage(page, 'new')).toBe('before\n<!-- measured: begin -->\nnew\n<!-- measured: end -->\nafter\n');
});

test('a page without marks is left alone', () => {
  expect(() => fillPage('words', 'new')).toThrow('two lines');
});

test('a table has a line for each row', () => {
  expect(tableOf(['a', 'b'], [['1', '2']])).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
});
