import { expect, test } from 'vitest';
import { describeFall, fallenOf, floorOf, guardParts, toRecorded } from './check.ts';

const runs = [
  { a: 0.5, b: 3 },
  { a: 0.52, b: 2.1 },
  { a: 0.48, b: 3.2 },
];

test('every run that was recorded passes, with something to spare', () => {
  const recorded = toRecorded(runs);
  expect(recorded).toEqual({ a: { ratio: 0.5, margin: 0.25 }, b: { ratio: 3, margin: 0.35 } });
  for (const run of runs) expect(fallenOf(recorded, run)).toEqual([]);
});

test('a ratio below its margin fell, and so did one that is not measured any more', () => {
  const recorded = toRecorded(runs);
  expect(fallenOf(recorded, { a: 0.37, b: 3 })).toEqual(['a']);
  expect(fallenOf(recorded, { a: floorOf({ ratio: 0.5, margin: 0.25 }) })).toEqual(['b']);
  expect(fallenOf(recorded, { a: Number.NaN, b: 3 })).toEqual(['a']);
});

test('whoever made it slower reads what fell, from what to what, and what is allowed', () => {
  const text = describeFall('lookup-id zipf on', { ratio: 0.8, margin: 0.15 }, 0.6);
  expect(text).toBe('lookup-id zipf on: 0.60 of the bare engine, 25 % below the recorded 0.80; 15 % are allowed.');
});

test('every question of the guard is there', () => {
  expect(guardParts.map(({ order }) => order.questions.map(({ name }) => name))).toEqual([
    ['lookup-id', 'people-position-1-10'],
    ['lookup-id'],
  ]);
});
