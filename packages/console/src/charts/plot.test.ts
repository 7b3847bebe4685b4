import { expect, test } from 'vitest';
import { labelPlaces, ticksOf } from './plot.tsx';

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [17, [0, 10, 20]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [1_240_000, [0, 500_000, 1_000_000, 1_500_000]],
])('an axis up to %d has the steps %j', (max, ticks) => {
  expect(ticksOf(max)).toEqual(ticks);
});

test('labels are spread evenly and end with the last', () => {
  expect(labelPlaces(30, 7)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(labelPlaces(0, 7)).toEqual([]);
});
