import { paging } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { parseSearch } from './question.ts';

const ask = (more: object) => parseSearch({ companyId: 'c1', ...more });

test('a field that is not sent has its default, and so has null', () => {
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
])('levels %j', (seniority, levels) => {
  expect(ask({ seniority }).filter.levels).toEqual(levels);
});

test('digit strings and integers are the same page', () => {
  expect(ask({ from: '20', size: '5' })).toEqual(ask({ from: 20, size: 5 }));
});

test('the last page within the window is allowed, the next is not', () => {
  expect(ask({ from: paging.maxWindow - 100, size: 100 }).from).toBe(9900);
  expect(() => ask({ from: paging.maxWindow - 99, size: 100 })).toThrow('page_too_deep');
});

test.each(['&', 'of the', ' - '])('%j holds no word', (position) => {
  expect(() => ask({ position })).toThrow('position_without_words');
});

test('an offset beside a cursor is refused, even zero', () => {
  expect(() => ask({ cursor: 'x', from: '0' })).toThrow('invalid_cursor');
});
