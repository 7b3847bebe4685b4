import { channelFlags, type SupportedCountry } from '@orgdex/contract';
import { flagBit, toFlags } from '../../../knowledge/rules/contacts/channel-flags.ts';
import type { PersonDocument, RosterPerson } from '../documents.ts';
import type { PeopleFilter, PeoplePage, SortKeys } from './people.query.ts';
import type { FoundPeople } from './people.ts';

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

/** Ids of a vocabulary as one number; they are far below 31. */
const maskOf = (ids: readonly number[]): number => ids.reduce((mask, id) => mask | (1 << id), 0);

// No word holds a space, so that one between spaces is found as a whole.
const spaced = (word: string): string => ` ${word} `;

const flagBits = channelFlags.map((flag) => [flag, flagBit(flag)] as const);

// biome-ignore format: one list of names
export const withNames = (
  [person, country, words, wordCount, rank, levels, departments, position, network, flags]: RosterPerson,
) => ({ person, country, words, wordCount, rank, levels, departments, position, network, flags });

/** A person as the roster keeps them. */
function toRosterPerson(document: PersonDocument): RosterPerson {
  const { person, country, words, word_count, rank, levels, departments, match } = document;
  let flags = 0;
  for (const [flag, bit] of flagBits) if (match[flag]) flags |= bit;
  const classes = [word_count, rank, maskOf(levels), maskOf(departments)] as const;
  return [person, country, spaced(words.join(' ')), ...classes, match.position, match.network, flags];
}

/** What is served of them. */
function matchOf(member: RosterPerson) {
  const { person, position, network, flags } = withNames(member);
  return { person, match: { position, network, ...toFlags(flags) } };
}

/** The keys of the order, as the search has them. */
function sortKeysOf(member: RosterPerson, hasWords: boolean): SortKeys {
  const { person, wordCount, rank } = withNames(member);
  return hasWords ? [wordCount, rank, person] : [rank, person];
}

/** Ids are ASCII, so their order is OpenSearch's. */
function compareKeys(a: SortKeys, b: SortKeys): number {
  for (let at = 0; at < a.length; at += 1) {
    const [mine, other] = [a[at] as string | number, b[at] as string | number];
    if (mine !== other) return mine < other ? -1 : 1;
  }
  return 0;
}

const compareMembers = (a: RosterPerson, b: RosterPerson): number =>
  a[4] - b[4] || (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);

/** In the order of a search without words, by rank and person: then most pages need no sorting. */
export const toRoster = (documents: readonly PersonDocument[]): RosterPerson[] =>
  documents.map(toRosterPerson).sort(compareMembers);

/** The filter as a test of one person, built once for all of them. */
export function toTest(filter: PeopleFilter, suppressed: readonly string[]): (person: RosterPerson) => boolean {
  const requested: SupportedCountry = filter.country;
  const positions = filter.positions?.map((words) => words.map(spaced));
  const anyLevel = filter.levels ? maskOf(filter.levels) : -1;
  const anyDepartment = filter.departments ? maskOf(filter.departments) : -1;
  return (member) => {
    const { person, country, words, levels, departments } = withNames(member);
    return (
      country === requested &&
      (levels & anyLevel) !== 0 &&
      (departments & anyDepartment) !== 0 &&
      (!positions || positions.some((all) => all.every((word) => words.includes(word)))) &&
      !suppressed.includes(person)
    );
  };
}
