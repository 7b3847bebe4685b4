import { expect, test } from 'vitest';
import { turnsOf } from './list.ts';

const subjects = Array.from({ length: 50 }, (_, at) => ({ company: `c${at}` }));

test('each another: all have their turn before one comes again', () => {
  expect(new Set(turnsOf({ traffic: 'different', subjects })).size).toBe(50);
});

test('Zipf: the first is asked about about twice as often as the second', () => {
  const turns = turnsOf({ traffic: 'zipf', subjects });
  const times = (at: number) => turns.filter((turn) => turn === at).length;
  expect(times(0) / times(1)).toBeCloseTo(2, 0);
});
