import { expect, test } from 'vitest';
import type { IndexedGroup, MatchGroup } from '../../../stores/postgres/matches/match-groups.ts';
import type { StandingMatch, WantedMatch } from '../../../stores/postgres/matches/match-plan.ts';
import { compareGroups, compareMatches } from './compare.ts';

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
  const moved = fresh('a', [name('moss')], { company_id: 'c9', matched_by: 'match:1' });
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

const wanted = (company: number, linked = false): WantedMatch => ({
  free: 1,
  company,
  linked,
  score: 0.5,
  reasons: {},
});
const standing = (id: number, company: number | null, state: StandingMatch['state'] = 'candidate'): StandingMatch => ({
  id,
  free: 1,
  company,
  state,
});

test('a pair keeps its match, a new pair gets one, and a pair that is gone loses it', () => {
  const changes = compareMatches([wanted(10), wanted(11)], [standing(7, 10), standing(8, 12)]);
  expect(changes).toEqual({
    withdrawn: [],
    deleted: [8],
    linked: [],
    updated: [{ ...wanted(10), id: 7 }],
    added: [wanted(11)],
  });
});

test('a link is withdrawn if its pair is no longer to be linked, or gone, or its company is', () => {
  const links = [standing(7, 10, 'linked'), standing(8, 11, 'linked'), standing(9, null, 'linked')];
  expect(compareMatches([wanted(10)], links)).toMatchObject({ withdrawn: [7, 8, 9], deleted: [8, 9], linked: [] });
});

test('a proposed match is linked once its pair is to be linked, and a link stays', () => {
  const found = [wanted(10, true), wanted(11, true)];
  const matches = [standing(7, 10), standing(8, 11, 'linked')];
  expect(compareMatches(found, matches)).toMatchObject({ withdrawn: [], deleted: [], linked: [7] });
});

test('of two matches of one pair, the link stays, then the older one', () => {
  const two = [standing(7, 10), standing(8, 10, 'linked')];
  expect(compareMatches([wanted(10, true)], two)).toMatchObject({ withdrawn: [], deleted: [7], linked: [] });
  expect(compareMatches([wanted(10)], [standing(9, 10), standing(8, 10)])).toMatchObject({ deleted: [9] });
});
