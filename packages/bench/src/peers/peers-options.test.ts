import { expect, test } from 'vitest';
import { parsePeers } from './peers-options.ts';

test('without a word it is the full measurement, and yente is left out', () => {
  const standard = { people: 100_000, rounds: 4, seconds: 2, connections: 64, isBusy: false, writes: true };
  expect(parsePeers([])).toMatchObject({ ...standard, yente: undefined });
});

test('all that is wrong is said at once', () => {
  expect(() => parsePeers(['--world', 'x', '--rounds', '0'])).toThrow(/--world must.*\n--rounds must/);
  expect(() => parsePeers(['--unknown'])).toThrow('usage:');
});

test.each([['--busy'], ['--no-write']])('%s writes no page', (argument) => {
  expect(parsePeers([argument]).writes).toBe(false);
});
