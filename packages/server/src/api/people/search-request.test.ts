import { paging } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { parseSearch } from './search-request.ts';

const ask = (more: object) => parseSearch({ companyId: 'c1', ...more });

test('an absent field has its default; null counts as absent', () => {
  const plain = ask({});
  expect(plain).toMatchObject({ filter: { company: 'c1', country: 'AU' }, from: 0, size: 10, cursor: undefined });
  const nothing = { selectedCountry: null, position: null, seniority: null, department: null };
  expect(ask({ ...nothing, from: null, size: null, cursor: null })).toEqual(plain);
});

test.each([
  ['3', [3]],
  ['5,3', [3, 5]],
  [
    ['3', '5', '3'],
    [3, 5],
  ],
  [4, [4]],
  ['Manager', [5]],
  ['manager, C-SUITE / PARTNER, 4', [3, 4, 5]],
  [
    [7, 'owner / founder'],
    [2, 7],
  ],
])('seniority %j selects the ids %j', (seniority, levels) => {
  expect(ask({ seniority }).filter.levels).toEqual(levels);
});

test('digit strings and integers are the same page', () => {
  expect(ask({ from: '20', size: '5' })).toEqual(ask({ from: 20, size: 5 }));
});

test('the last page within the window is allowed, the next is not', () => {
  expect(ask({ from: paging.maxWindow - 100, size: 100 }).from).toBe(9900);
  expect(() => ask({ from: paging.maxWindow - 99, size: 100 })).toThrow('page_too_deep');
});

test('a department is an ID or a name in any case', () => {
  expect(ask({ department: 'medicine & healthcare,11' }).filter.departments).toEqual([8, 11]);
});

test.each(['&', 'of the', ' - ', '???', ''])('the position %j contains no word', (position) => {
  expect(() => ask({ position })).toThrow('position_without_words');
});

test('an offset together with a cursor is rejected, even zero', () => {
  expect(() => ask({ cursor: 'x', from: '0' })).toThrow('invalid_cursor');
});
