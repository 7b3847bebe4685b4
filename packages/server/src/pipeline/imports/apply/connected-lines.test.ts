import { expect, test } from 'vitest';
import { intoBatches } from './connected-lines.ts';

const pairs = (...of: [number, number][]): Buffer => {
  const bytes = Buffer.alloc(of.length * 8);
  of.forEach(([one, other], at) => {
    bytes.writeInt32BE(one, at * 8);
    bytes.writeInt32BE(other, at * 8 + 4);
  });
  return bytes;
};
const lines = (...anchors: (number | null)[]) => anchors.map((anchor, at) => ({ line: at + 1, anchor }));

test('lines with the same identifier are in one batch', () => {
  expect(intoBatches(lines(7, 8, 7, 8), [], 2)).toEqual([
    [1, 3],
    [2, 4],
  ]);
});

test('lines are in one batch if a chain of pairs connects them, whichever part of the input found each pair', () => {
  const found = [pairs([7, -1], [-2, 8]), pairs([9, 9]), pairs([-1, -2])];
  expect(intoBatches(lines(7, 9, 8), found, 2)).toEqual([[1, 3], [2]]);
});

test('a batch has as many groups as fit, and a larger group has a batch of its own', () => {
  expect(intoBatches(lines(1, 2, 3, 4, 5), [pairs([2, 3], [3, 4])], 2)).toEqual([[1], [2, 3, 4], [5]]);
  expect(intoBatches(lines(1, 2, 3), [], 2)).toEqual([[1, 2], [3]]);
});

test('a line without an identifier is connected to none', () => {
  expect(intoBatches(lines(null, null, 5), [], 1)).toEqual([[1], [2], [3]]);
});

test('long chains are followed', () => {
  const chain = Array.from({ length: 50_000 }, (_, n): [number, number] => [n + 1, n]);
  expect(intoBatches(lines(0, 50_000, 60_000), [pairs(...chain)], 2)).toEqual([[1, 2], [3]]);
});
