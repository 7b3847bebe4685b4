import { expect, test } from 'vitest';
import { judgePaging } from './paging-verdict.ts';

const throughout = new Set(['a', 'b', 'c', 'd']);
const changed = new Set(['b', 'd']);

test('every company once is neither repeated nor missing, and neither is one that was added meanwhile', () => {
  expect(judgePaging({ received: ['a', 'b', 'new', 'c', 'd'], throughout, changed })).toEqual({
    results: 5,
    expected: 4,
    repeated: { all: 0, changed: 0 },
    missing: { all: 0, changed: 0 },
  });
});

test('a company that moves back is repeated, and one that moves ahead is missing', () => {
  const received = ['a', 'b', 'c', 'b'];
  expect(judgePaging({ received, throughout, changed })).toMatchObject({
    repeated: { all: 1, changed: 1 },
    missing: { all: 1, changed: 1 },
  });
});

test('a company that was not changed counts too', () => {
  expect(judgePaging({ received: ['b', 'c', 'c', 'd'], throughout, changed })).toMatchObject({
    repeated: { all: 1, changed: 0 },
    missing: { all: 1, changed: 0 },
  });
});
