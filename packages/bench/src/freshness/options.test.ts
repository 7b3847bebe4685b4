import { expect, test } from 'vitest';
import { parseTrials } from './options.ts';

test('the default is twenty trials', () => {
  expect(parseTrials([])).toBe(20);
  expect(parseTrials(['--trials', '4'])).toBe(4);
});

test.each(['0', 'x', '-1', '2.5', '', '10000'])('--trials %o is rejected', (trials) => {
  expect(() => parseTrials([`--trials=${trials}`])).toThrow('--trials must be from 1 to 9999');
});

test('an unknown option prints the usage', () => {
  expect(() => parseTrials(['--many'])).toThrow('usage:');
});
