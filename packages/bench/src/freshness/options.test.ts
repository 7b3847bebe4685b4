import { expect, test } from 'vitest';
import { parseTrials } from './options.ts';

test('twenty trials, or as many as are asked for', () => {
  expect(parseTrials([])).toBe(20);
  expect(parseTrials(['--trials', '4'])).toBe(4);
});

test.each(['0', 'x', '-1', '2.5', '', '10000'])('--trials %o is refused', (trials) => {
  expect(() => parseTrials([`--trials=${trials}`])).toThrow('--trials must be from 1 to 9999');
});

test('what is unknown is answered with the usage', () => {
  expect(() => parseTrials(['--many'])).toThrow('usage:');
});
