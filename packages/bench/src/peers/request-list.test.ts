import { expect, test } from 'vitest';
import { turnsOf } from './request-list.ts';

const samples = Array.from({ length: 50 }, (_, at) => ({ company: `c${at}` }));

test('unique keys: no company repeats before all were requested', () => {
  expect(new Set(turnsOf({ traffic: 'unique', samples })).size).toBe(50);
});

test('Zipf keys: the first company is requested about twice as often as the second', () => {
  const turns = turnsOf({ traffic: 'zipf', samples });
  const times = (at: number) => turns.filter((turn) => turn === at).length;
  expect(times(0) / times(1)).toBeCloseTo(2, 0);
});
