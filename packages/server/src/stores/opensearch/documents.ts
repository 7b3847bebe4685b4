import type { ChannelFlag, PersonMatch } from '@orgdex/contract';

/** One employment. Found by company, country, words, levels and departments; `match` is what is served of it. */
export interface PersonDocument {
  company: string;
  person: string;
  country: string;
  words: string[];
  word_count: number;
  rank: number;
  levels: number[];
  departments: number[];
  match: Pick<PersonMatch, 'position' | 'network' | ChannelFlag>;
}

/**
 * A person in the roster of the company. A list without names, words joined and ids as bits: a quarter of the time to read
 * and a third of the bytes.
 */
export type RosterPerson = readonly [
  person: string,
  country: string,
  words: string,
  wordCount: number,
  rank: number,
  levels: number,
  departments: number,
  position: string | null,
  network: string | null,
  flags: number,
];

/** The people of a company, or that there are too many for one document: then they are searched. */
export type Roster = { people: RosterPerson[] } | { large: true };

/** The company that an identifier finds, and how many companies claim the identifier where it is more than one. */
export interface IdentifierDocument {
  company: string;
  claimants?: number;
}

/** Where a field of a company has no value: a value of its own, so that companies without one are counted like others. */
export const absent = '\u001f';

/** A company as searches find it: by the words of its names, its numbers, and the fields of `CompanyFilter`. */
export interface SearchDocument {
  id: string;
  /** Each name as words with spaces in between. */
  names: string[];
  /** Each name as it is compared. */
  key: string[];
  /** The words of legal forms in its names. */
  forms: string[];
  /** Each name as its words and the same words without each of their letters. */
  near: string[];
  /** Domain, slug and register numbers. */
  codes: string[];
  /** The current name, for sorting. */
  sort_name: string;
  /** Where it has its headquarters or a record. */
  countries: string[];
  /** Active before inactive, then by number of employees. */
  rank: number;
  [filterField: string]: unknown;
}

/** The version of what is stored and not mapped: rosters and the responses about a company. A new shape needs a new number. */
export const storedShape = 4;

/** The names of one generation's indices. */
export interface GenerationIndices {
  company: string;
  identifier: string;
  person: string;
  search: string;
  sources: string;
}
