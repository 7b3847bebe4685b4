import { expect, test } from 'vitest';
import committed from './people.query.json' with { type: 'json' };
import { type PeopleFilter, type PeoplePage, peopleQuery } from './people.query.ts';

const page: PeoplePage = { from: 0, size: 10, suppressed: [] };
const plain: PeopleFilter = { company: 'c1', country: 'AU' };

test('each filter gives exactly the query that is committed', () => {
  expect({
    everyone: peopleQuery(plain, page),
    position: peopleQuery({ ...plain, positions: [['sales', 'vice']] }, { ...page, from: 20 }),
    classes: peopleQuery({ ...plain, levels: [3, 5], departments: [2] }, page),
    'after a cursor': peopleQuery(plain, { ...page, after: [4, 'p7'] }),
    suppressed: peopleQuery(plain, { ...page, suppressed: ['p1', 'p2'] }),
  }).toEqual(committed);
});
