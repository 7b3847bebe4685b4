import { expect, test } from 'vitest';
import { differencesOf, type Terms } from './conditions.ts';

const terms: Terms = {
  machine: { cores: 2, memoryGib: 24, nodes: 1, versions: ['Node 24', 'wrk 4'], day: '2026-01-01' },
  ...{ rounds: 5, seconds: 3, perSecond: 100 },
};

test('another day is no difference', () => {
  expect(differencesOf(terms, { ...terms, machine: { ...terms.machine, day: '2026-01-02' } })).toEqual([]);
});

test.each<[Partial<Terms>, string]>([
  [{ rounds: 3 }, 'rounds: 5 then, 3 now'],
  [{ seconds: 1 }, 'seconds: 3 then, 1 now'],
  [{ perSecond: 0 }, 'rate: 100 then, 0 now'],
  [{ machine: { ...terms.machine, cores: 8 } }, 'cores: 2 then, 8 now'],
  [{ machine: { ...terms.machine, memoryGib: 8 } }, 'memory: 24 then, 8 now'],
  [{ machine: { ...terms.machine, nodes: 3 } }, 'nodes: 1 then, 3 now'],
  [{ machine: { ...terms.machine, versions: ['Node 26'] } }, 'versions: Node 24, wrk 4 then, Node 26 now'],
])('%o is one', (other, words) => {
  expect(differencesOf(terms, { ...terms, ...other })).toEqual([words]);
});
