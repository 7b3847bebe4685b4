import { expect, test } from 'vitest';
import { parsePeers } from './peers-options.ts';

test('the default is the full measurement without yente', () => {
  const standard = { people: 100_000, rounds: 4, seconds: 2, connections: 64, isBusy: false, writes: true };
  expect(parsePeers([])).toMatchObject({ ...standard, yente: undefined });
});

test('all invalid options are reported at once', () => {
  expect(() => parsePeers(['--dataset', 'x', '--rounds', '0'])).toThrow(/--dataset must.*\n--rounds must/);
  expect(() => parsePeers(['--unknown'])).toThrow('usage:');
});

test.each([['--busy'], ['--no-write']])('%s does not write the page', (argument) => {
  expect(parsePeers([argument]).writes).toBe(false);
});
