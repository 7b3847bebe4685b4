import { describe, expect, test } from 'vitest';
import { assign, type CompanyId, type NeighborRecord } from './assign-ids.ts';

/** Records in order of arrival, named by their keys. */
function neighborhoodOf(claims: Record<string, string[]>, removed: readonly string[] = []) {
  const keys = Object.keys(claims);
  const records = keys.map(
    (key, seq): NeighborRecord => ({
      source: 'pages',
      key,
      seq,
      claims: claims[key] as string[],
      removed: removed.includes(key),
    }),
  );
  const standing = (id: string, founder: string, facts: Partial<CompanyId> = {}): CompanyId => {
    const at = keys.indexOf(founder);
    return { id, founder: at, seq: at, nth: 0, redirectTo: null, ...facts };
  };
  return { records, standing };
}

const company = ['abn:1', 'match:1'];
const page = ['network:kestrel', 'match:1'];
const twin = ['network:kestrel'];

describe('ids', () => {
  test('linked by identifiers are permanently merged into the oldest', () => {
    const { records, standing } = neighborhoodOf({ one: ['abn:1'], two: ['abn:1'] });
    const { company, redirected } = assign(records, [standing('c2', 'two'), standing('c1', 'one')]);
    expect(company).toEqual(['c1', 'c1']);
    expect(redirected).toEqual([{ id: 'c2', mergedInto: 'c1', redirectTo: 'c1' }]);
  });

  test('linked by a match redirect to the oldest, and are not merged', () => {
    const { records, standing } = neighborhoodOf({ company, page });
    const { redirected } = assign(records, [standing('c1', 'company'), standing('c2', 'page')]);
    expect(redirected).toEqual([{ id: 'c2', mergedInto: null, redirectTo: 'c1' }]);
  });

  test('that already redirect to the right company do not change', () => {
    const { records, standing } = neighborhoodOf({ company, page });
    const matched = standing('c2', 'page', { redirectTo: 'c1' });
    expect(assign(records, [standing('c1', 'company'), matched]).redirected).toEqual([]);
  });

  test('stop redirecting when their match is withdrawn', () => {
    const { records, standing } = neighborhoodOf({ company: ['abn:1'], page: twin });
    const matched = standing('c2', 'page', { redirectTo: 'c1' });
    const { company, redirected } = assign(records, [standing('c1', 'company'), matched]);
    expect(company).toEqual(['c1', 'c2']);
    expect(redirected).toEqual([{ id: 'c2', mergedInto: null, redirectTo: null }]);
  });

  test('of one side are merged into the oldest of that side, even if it redirects', () => {
    const { records, standing } = neighborhoodOf({ company, page, twin });
    const ids = [standing('c1', 'company'), standing('c2', 'page'), standing('c3', 'twin')];
    expect(assign(records, ids).redirected).toEqual([
      { id: 'c2', mergedInto: null, redirectTo: 'c1' },
      { id: 'c3', mergedInto: 'c2', redirectTo: 'c1' },
    ]);
  });

  test('that redirected because of a match are merged once identifiers link them', () => {
    const { records, standing } = neighborhoodOf({ company, page: [...page, 'abn:1'] });
    const matched = standing('c2', 'page', { redirectTo: 'c1' });
    expect(assign(records, [standing('c1', 'company'), matched]).redirected).toEqual([
      { id: 'c2', mergedInto: 'c1', redirectTo: 'c1' },
    ]);
  });

  test('with the same founder: the first one is the older one, whatever its text', () => {
    const { records, standing } = neighborhoodOf({ one: ['abn:1'], two: ['abn:1'] });
    const ids = [standing('a', 'one', { nth: 1 }), standing('b', 'two', { seq: 0 })];
    expect(assign(records, ids).company).toEqual(['b', 'b']);
  });
});

describe('a founder that was removed', () => {
  test.each(['the company', 'the page'])('leaves the id to a living record of its own side: %s is older', (older) => {
    const claims = {
      'the company': { a: company, page: twin, z: page },
      'the page': { page: twin, a: company, z: page },
    };
    const { records, standing } = neighborhoodOf(claims[older as keyof typeof claims], ['page']);
    const { refounded, matchedBy } = assign(records, [standing('c1', 'a'), standing('c2', 'page')]);
    expect(refounded).toEqual([{ id: 'c2', founder: 2 }]);
    expect(new Set(matchedBy)).toEqual(new Set([undefined, 'match:1']));
    expect(matchedBy[records.findIndex(({ key }) => key === 'page')]).toBe('match:1');
  });

  test('keeps the id if no living record takes over', () => {
    const { records, standing } = neighborhoodOf({ one: ['abn:1'] }, ['one']);
    const { company, hidden, refounded } = assign(records, [standing('c1', 'one')]);
    expect([company, hidden, refounded]).toEqual([['c1'], [false], []]);
  });
});

test('a group without an id is founded by its oldest record that is not removed', () => {
  const { records } = neighborhoodOf({ one: ['abn:1'], two: ['abn:1'], three: ['abn:1'] }, ['one']);
  expect(assign(records, []).company).toEqual([{ foundedBy: 1 }, { foundedBy: 1 }, { foundedBy: 1 }]);
});
