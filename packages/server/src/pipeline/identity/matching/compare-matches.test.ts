import { expect, test } from 'vitest';
import type { StandingMatch, WantedMatch } from '../../../stores/postgres/matches/match-plan.ts';
import { compareMatches } from './compare.ts';

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
