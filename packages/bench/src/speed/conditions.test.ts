import { expect, test } from 'vitest';
import { type Conditions, differencesOf } from './conditions.ts';

const conditions: Conditions = {
  machine: { cores: 2, memoryGib: 24, nodes: 1, versions: ['Node 24', 'wrk 4'], day: '2026-01-01' },
  ...{ rounds: 5, seconds: 3, perSecond: 100 },
};

test('results of different days are comparable', () => {
  expect(differencesOf(conditions, { ...conditions, machine: { ...conditions.machine, day: '2026-01-02' } })).toEqual(
    [],
  );
});

test.each<[Partial<Conditions>, string]>([
  [{ rounds: 3 }, 'rounds: 5 before, 3 now'],
  [{ seconds: 1 }, 'seconds: 3 before, 1 now'],
  [{ perSecond: 0 }, 'rate: 100 before, 0 now'],
  [{ machine: { ...conditions.machine, cores: 8 } }, 'cores: 2 before, 8 now'],
  [{ machine: { ...conditions.machine, memoryGib: 8 } }, 'memory: 24 before, 8 now'],
  [{ machine: { ...conditions.machine, nodes: 3 } }, 'nodes: 1 before, 3 now'],
  [{ machine: { ...conditions.machine, versions: ['Node 26'] } }, 'versions: Node 24, wrk 4 before, Node 26 now'],
])('%o is a difference', (other, words) => {
  expect(differencesOf(conditions, { ...conditions, ...other })).toEqual([words]);
});
