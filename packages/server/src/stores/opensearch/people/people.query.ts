import type { SupportedCountry } from '@orgdex/contract';
import { timeouts } from '../deadlines.ts';

/** The order's keys of the last person of a page: what the next one continues after. */
export type SortKeys = readonly (string | number)[];

export interface PeopleFilter {
  readonly company: string;
  readonly country: SupportedCountry;
  /** The words of each title, of which any may match; undefined: any title. */
  readonly positions?: readonly (readonly string[])[] | undefined;
  readonly levels?: readonly number[] | undefined;
  readonly departments?: readonly number[] | undefined;
}

export interface PeoplePage {
  readonly from: number;
  readonly size: number;
  readonly after?: SortKeys | undefined;
  /** People that no response may contain. */
  readonly suppressed: readonly string[];
}

const anyOf = (field: string, values: readonly number[] | undefined) =>
  values ? [{ terms: { [field]: values } }] : [];

const allWords = (words: readonly string[]) => words.map((word) => ({ term: { words: word } }));

function anyPosition(positions: PeopleFilter['positions'] = []): object[] {
  const [first = [], ...others] = positions;
  if (others.length === 0) return allWords(first);
  return [{ bool: { should: positions.map((words) => ({ bool: { filter: allWords(words) } })) } }];
}

/** A total order: fewest other words, then the best level, then the id. */
const orderOf = (positions: PeopleFilter['positions']) => [
  ...(positions ? [{ word_count: 'asc' }] : []),
  { rank: 'asc' },
  { person: 'asc' },
];

/**
 * The body of the search. Routing alone would let other companies of the shard in, so the company is a filter too.
 * People come whole: leaving fields out costs OpenSearch more than the fields.
 */
export function peopleQuery(filter: PeopleFilter, { from, size, after, suppressed }: PeoplePage) {
  const { company, country, positions, levels, departments } = filter;
  return {
    query: {
      bool: {
        filter: [
          { term: { company } },
          { term: { country } },
          ...anyPosition(positions),
          ...anyOf('levels', levels),
          ...anyOf('departments', departments),
        ],
        ...(suppressed.length > 0 ? { must_not: [{ terms: { person: suppressed } }] } : {}),
      },
    },
    sort: orderOf(positions),
    track_total_hits: true,
    timeout: `${timeouts.searchMs}ms`,
    // After a cursor, one hit more than the page shows whether there is a next page; by offset the total does.
    ...(after ? { search_after: after, size: size + 1 } : { from, size }),
  };
}
