import { expect, test } from 'vitest';
import { toTerminal } from './terminal.ts';

test.each([
  ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
  ['\u001b[2J', '\\u001b[2J'],
  ['\u009b2J', '\\u009b2J'],
  ['a\rb', 'a\\u000db'],
  ['a\u202eb', 'a\\u202eb'],
  ['a\u2028b', 'a\\u2028b'],
  ['\u001b[8mhidden', '\\u001b[8mhidden'],
])('%j is printed as %s', (text, printed) => {
  expect(toTerminal(text)).toBe(printed);
});

test('our own emphasis, line breaks and tabs are kept', () => {
  const text = '\u001b[1mTitle\u001b[22m\n\tok\r\n';
  expect(toTerminal(text)).toBe(text);
});

test('JSON keeps its value', () => {
  const value = { name: '\u009b2J \u202e \u007f 😀 é' };
  expect(JSON.parse(toTerminal(JSON.stringify(value)))).toEqual(value);
});
