import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bold, red, toTerminal } from './terminal.ts';

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

/** A stream that Node treats as a terminal: it takes the number of colors from the environment. */
const terminal = () =>
  Object.assign(new PassThrough(), { isTTY: true, getColorDepth: WriteStream.prototype.getColorDepth });

beforeEach(() => {
  for (const name of ['FORCE_COLOR', 'NO_COLOR', 'NODE_DISABLE_COLORS', 'CI', 'TMUX', 'COLORTERM'])
    vi.stubEnv(name, undefined);
  vi.stubEnv('TERM', 'xterm-256color');
});
afterEach(() => vi.unstubAllEnvs());

test('a terminal gets colors', () => {
  expect(red('failed', terminal())).toBe('\u001b[31mfailed\u001b[39m');
  expect(bold('run', terminal())).toContain('\u001b[1m');
});

test('NO_COLOR turns colors off', () => {
  vi.stubEnv('NO_COLOR', '1');
  expect(red('failed', terminal())).toBe('failed');
});

test('a pipe or a file gets plain text', () => {
  expect(red('failed', new PassThrough())).toBe('failed');
});
