import type { PersonDocument } from '../documents.ts';
import { type Completeness, requireComplete } from '../errors.ts';
import type { Reading } from '../index-reader.ts';
import { type PeopleFilter, type PeoplePage, peopleQuery, type SortKeys } from './people.query.ts';

interface SearchAnswer extends Completeness {
  hits: {
    total: { value: number };
    hits: { _source: Pick<PersonDocument, 'person' | 'match'>; sort: SortKeys }[];
  };
}

export interface FoundPeople {
  readonly people: readonly Pick<PersonDocument, 'person' | 'match'>[];
  readonly total: number;
  /** Where the next page begins; undefined at the end. */
  readonly next: SortKeys | undefined;
}

/** One page of a company's people. A page that some shard could not complete is a failure, never a shorter page. */
export async function findPeople(reading: Reading, filter: PeopleFilter, page: PeoplePage): Promise<FoundPeople> {
  const found = (await reading.search({
    index: reading.indices.person,
    routing: filter.company,
    body: peopleQuery(filter, page),
  })) as SearchAnswer;
  requireComplete(found);
  const { hits } = found;
  const shown = hits.hits.slice(0, page.size);
  const total = hits.total.value;
  const more = page.after ? hits.hits.length > page.size : page.from + shown.length < total;
  return { people: shown.map((hit) => hit._source), total, next: more ? shown.at(-1)?.sort : undefined };
}
