import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bold, red } from './style.ts';

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
