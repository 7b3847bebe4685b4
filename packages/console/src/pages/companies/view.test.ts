import { expect, test } from 'vitest';
import { changed, filterOf, pageOf, searchOf, sortOf, toggled, without, withoutFilters } from './view.ts';

test('an address is a search', () => {
  const params = {
    q: 'tern',
    country: ['AU', 'NZ'],
    company_size: '51-200',
    employees_from: '50',
    employees_to: '200',
    founded_from: '1990',
    sort: 'name',
  };
  expect(searchOf(params)).toEqual({
    q: 'tern',
    filter: {
      country: ['AU', 'NZ'],
      company_size: ['51-200'],
      employee_count: { gte: 50, lte: 200 },
      year_founded: { gte: 1990 },
    },
    sort: 'name',
  });
});

test('wrong parts of an address are ignored', () => {
  const params = { company_size: 'huge', employees_from: 'many', sort: 'up', status: ['active', 'odd'], page: 'x' };
  expect(searchOf(params)).toEqual({ filter: { status: ['active'] }, sort: '-employee_count' });
  expect(pageOf(params)).toEqual({ cursor: undefined, page: 1 });
});

test.each([
  [{}, '-employee_count'],
  [{ q: 'tern' }, 'relevance'],
  [{ sort: 'relevance' }, '-employee_count'],
  [{ q: 'tern', sort: '-updated' }, '-updated'],
])('%j is sorted by %s', (params, sort) => {
  expect(sortOf(params)).toBe(sort);
});

test('a changed filter starts on the first page', () => {
  const params = { country: 'AU', cursor: 'c', page: '3' };
  expect(filterOf(toggled(params, 'country', 'NZ'))).toEqual({ country: ['AU', 'NZ'] });
  expect(filterOf(toggled(params, 'country', 'AU'))).toEqual({});
  expect(pageOf(changed(params, { q: 'x' }))).toEqual({ cursor: undefined, page: 1 });
});

test.each([
  ['q', {}],
  ['filter.region', {}],
  ['filter.employee_count', {}],
])('without %s, a search has no such part', (field, rest) => {
  const full = { q: 'a', region: 'AU-WA', employees_from: '5', employees_to: '9' };
  const { q, region, employees_from, employees_to } = without(full, field) as Record<string, unknown>;
  const left = [q, region, employees_from ?? employees_to].filter((value) => value !== undefined);
  expect(left).toHaveLength(2);
  expect(rest).toEqual({});
});

test('without filters, words and order stay', () => {
  expect(searchOf(withoutFilters({ q: 'tern', country: 'AU', sort: 'name' }))).toEqual({ q: 'tern', sort: 'name' });
});
