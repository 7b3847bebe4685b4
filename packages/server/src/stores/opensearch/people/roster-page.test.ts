import { departments, seniorities } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { personDocument } from '../../../../../testing/src/stores/documents.ts';
import type { PeopleFilter, PeoplePage } from './people.query.ts';
import { pageOfRoster, toRoster } from './roster-page.ts';

const titles: Record<string, string> = {
  p1: 'Sales Manager',
  p2: 'VP Sales',
  p3: 'Regional Sales and Marketing Manager',
  p4: 'Software Engineer',
  p5: '営業部長',
  p6: 'Sales Manager',
};
const people = Object.entries(titles).map(([person, title]) =>
  personDocument('c', { person, title, country: person === 'p5' ? 'JP' : 'AU' }),
);

const find = (filter: Partial<PeopleFilter> = {}, page: Partial<PeoplePage> = {}) => {
  const found = pageOfRoster(
    toRoster(people).reverse(),
    { company: 'c', country: 'AU', ...filter },
    { from: 0, size: 10, suppressed: [], ...page },
  );
  return { ...found, people: found.people.map(({ person }) => person) };
};

test('without words the best level comes first, then the id; no person of another country', () => {
  expect(find()).toEqual({ people: ['p2', 'p1', 'p3', 'p6', 'p4'], total: 5, next: undefined });
  expect(find({ country: 'JP' }).people).toEqual(['p5']);
  expect(find({ country: 'NZ' })).toEqual({ people: [], total: 0, next: undefined });
});

test('with words the fewest other words come first; every word is required', () => {
  expect(find({ positions: [['sales']] }).people).toEqual(['p1', 'p6', 'p2', 'p3']);
  expect(find({ positions: [['manager', 'marketing']] }).people).toEqual(['p3']);
  expect(find({ positions: [['sale']] }).people).toEqual([]);
  expect(find({ positions: [['部長']], country: 'JP' }).people).toEqual(['p5']);
});

test('any of the levels, and any of the departments', () => {
  const [manager, engineer] = [people[0], people[3]];
  const levels = [...(manager?.levels ?? []), ...(engineer?.levels ?? [])];
  expect(find({ levels }).people).toEqual(['p1', 'p3', 'p6', 'p4']);
  expect(find({ levels, departments: engineer?.departments }).people).toEqual(['p4']);
});

test('a suppressed person is in neither the page nor the total', () => {
  expect(find({ positions: [['sales']] }, { suppressed: ['p1', 'nobody'] })).toMatchObject({
    people: ['p6', 'p2', 'p3'],
    total: 3,
  });
});

test('a page by offset, and one after the keys of the last, are the same', () => {
  const first = find({ positions: [['sales']] }, { size: 2 });
  expect(first).toEqual({ people: ['p1', 'p6'], total: 4, next: [2, people[5]?.rank, 'p6'] });
  const rest = { people: ['p2', 'p3'], total: 4, next: undefined };
  expect(find({ positions: [['sales']] }, { from: 2, size: 2 })).toEqual(rest);
  expect(find({ positions: [['sales']] }, { after: first.next, size: 2 })).toEqual(rest);
  expect(find({ positions: [['sales']] }, { from: 4 })).toEqual({ people: [], total: 4, next: undefined });
});

test('a cursor whose person has left continues with the next person', () => {
  expect(find({ positions: [['sales']] }, { after: [2, 5, 'p3'], suppressed: ['p3'] }).people).toEqual(['p6', 'p2']);
});

test('only what is served of a person is given, and the roster stays as it is', () => {
  const roster = toRoster(people);
  const before = JSON.stringify(roster);
  const page = { from: 0, size: 1, suppressed: [] };
  expect(pageOfRoster(roster, { company: 'c', country: 'JP' }, page).people).toEqual([
    { person: 'p5', match: people[4]?.match },
  ]);
  expect(JSON.stringify(roster)).toBe(before);
});

test('every id of the vocabularies has a bit of its own', () => {
  for (const id of [...Object.keys(seniorities), ...Object.keys(departments)].map(Number)) {
    expect(id).toBeGreaterThan(0);
    expect(id).toBeLessThan(31);
  }
});
