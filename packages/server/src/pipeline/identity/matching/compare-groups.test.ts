import { expect, test } from 'vitest';
import type { IndexedGroup, MatchGroup } from '../../../stores/postgres/matches/match-groups.ts';
import { compareGroups } from './compare.ts';

const name = (text: string, more: Partial<IndexedGroup['names'][number]> = {}) => ({
  name: `AU ${text}`,
  kind: 0,
  weight: 13,
  numbered: false,
  may_link: true,
  complete: false,
  forms: [],
  regions: ['AU-NSW'],
  seats: ['AU-NSW'],
  skeleton: `AU sk ${text}`,
  ...more,
});
const stored = (grp: number, key: string, names: IndexedGroup['names'], more: Partial<MatchGroup> = {}) => ({
  grp,
  names,
  group: {
    company_id: `c${key}`,
    matched_by: null,
    numbered: false,
    named: true,
    source_id: 1,
    key,
    sources: [1],
    reach: [],
    years: [],
    ...more,
  },
});
const fresh = (key: string, names: IndexedGroup['names'], more: Partial<MatchGroup> = {}) => {
  const { grp: _, ...group } = stored(0, key, names, more);
  return group;
};
const idsOf = (groups: readonly IndexedGroup[]) => groups.map(({ grp }) => grp);

test('a group that only moved to another company is the same, and no word changes', () => {
  const moved = fresh('a', [name('moss')], { company_id: 'c9', matched_by: 'match.1:both' });
  const { same, changed, words } = compareGroups([stored(1, 'a', [name('moss')])], [moved]);
  expect(same).toEqual([{ grp: 1, ...moved }]);
  expect([changed, words]).toEqual([[], { name: new Set(), skeleton: new Set() }]);
});

test('only the names that differ are changed words', () => {
  const before = stored(1, 'a', [name('moss'), name('fern', { forms: [2, 1] }), name('heath')]);
  const after = fresh('a', [
    name('moss'),
    name('fern', { forms: [1, 2] }),
    name('heath', { seats: [] }),
    name('gorse'),
  ]);
  const { changed, words } = compareGroups([before], [after]);
  expect(idsOf(changed)).toEqual([1]);
  expect(words).toEqual({
    name: new Set(['AU heath', 'AU gorse']),
    skeleton: new Set(['AU sk heath', 'AU sk gorse']),
  });
});

test('a spelling without a known region is not compared', () => {
  const { words } = compareGroups([], [fresh('a', [name('moss', { seats: [] }), name('fern', { skeleton: null })])]);
  expect(words).toEqual({ name: new Set(['AU moss', 'AU fern']), skeleton: new Set() });
});

test('another fact changes a group, but none of its words', () => {
  const { changed, words } = compareGroups(
    [stored(1, 'a', [name('moss')])],
    [fresh('a', [name('moss')], { years: [1990] })],
  );
  expect([idsOf(changed), words.name]).toEqual([[1], new Set()]);
});

test('a group that gets a register number is another group', () => {
  const numbered = fresh('a', [name('moss', { numbered: true })], { numbered: true });
  const { added, gone, words } = compareGroups([stored(1, 'a', [name('moss')])], [numbered]);
  expect([added, idsOf(gone), words.name]).toEqual([[numbered], [1], new Set(['AU moss'])]);
});

test('of two stored groups with one representative, one is gone', () => {
  const twins = [stored(1, 'a', [name('moss')]), stored(2, 'a', [name('fern')])];
  const { same, changed, gone } = compareGroups(twins, [fresh('a', [name('fern')])]);
  expect([idsOf([...same, ...changed]), idsOf(gone)]).toEqual([[2], [1]]);
});
