import type { RosterPerson } from '../documents.ts';
import type { PeopleFilter, PeoplePage } from './people.query.ts';
import type { FoundPeople } from './people.ts';
import { compareKeys, matchOf, sortKeysOf, toTest } from './roster-person.ts';

/** What `findPeople` would find among these people, worked out here: the same filter, order, total and next place. */
export function pageOfRoster(people: readonly RosterPerson[], filter: PeopleFilter, page: PeoplePage): FoundPeople {
  const { from, size, after, suppressed } = page;
  const found = people
    .filter(toTest(filter, suppressed))
    .map((person) => ({ person, keys: sortKeysOf(person, filter.positions !== undefined) }))
    .sort((a, b) => compareKeys(a.keys, b.keys));
  const rest = after ? found.filter(({ keys }) => compareKeys(keys, after) > 0) : found.slice(from);
  const shown = rest.slice(0, size);
  return {
    people: shown.map(({ person }) => matchOf(person)),
    total: found.length,
    next: rest.length > shown.length ? shown.at(-1)?.keys : undefined,
  };
}
