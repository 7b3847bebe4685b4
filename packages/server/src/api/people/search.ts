import type { PeopleQuestion, PersonMatch } from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import { unknownIdMessage } from '../../knowledge/rules/identifiers/company-id.ts';
import type { Roster } from '../../stores/opensearch/documents.ts';
import type { ReadDeps, Reading } from '../../stores/opensearch/index-reader.ts';
import type { PeopleFilter, PeoplePage, SortKeys } from '../../stores/opensearch/people/people.query.ts';
import { type FoundPeople, findPeople } from '../../stores/opensearch/people/people.ts';
import { pageOfRoster } from '../../stores/opensearch/people/roster-page.ts';
import { readRoster } from '../../stores/opensearch/people/rosters.ts';
import { parseSignedCursor, toSignedCursor } from '../../stores/opensearch/signed-cursor.ts';
import { parseSearch } from './search-request.ts';

export interface SearchPeopleDeps extends CursorDeps, ReadDeps {
  /** People of this company that no response may contain. */
  suppressedAt(company: string): readonly string[];
  /** What callers of this dataset should know when a company is not found. */
  readonly notFoundHint?: string;
}

export interface PeopleOnPage {
  readonly people: PersonMatch[];
  readonly total: number;
  readonly cursor: string | undefined;
  /** The surviving id, when the requested one was merged away. */
  readonly canonicalId: string | undefined;
}

interface PageRequest {
  readonly filter: PeopleFilter;
  readonly page: PeoplePage;
}

/** From the roster, or, for companies too large for one, by a search. Both return the same people in the same order. */
export async function findIn(reading: Reading, roster: Roster, { filter, page }: PageRequest): Promise<FoundPeople> {
  return 'people' in roster ? pageOfRoster(roster.people, filter, page) : findPeople(reading, filter, page);
}

/** One page of the people of one company, in a total order. */
export async function searchPeople(deps: SearchPeopleDeps, request: PeopleQuestion): Promise<PeopleOnPage> {
  const { filter, from, size, cursor } = parseSearch(request);
  const after = cursor === undefined ? undefined : parseCursor(deps, filter, cursor);
  const reading = deps.reader.startReading(deps.generation());
  const found = await readRoster(reading, filter.company);
  if (!found) {
    const message = unknownIdMessage({ id: filter.company, hint: deps.notFoundHint });
    throw new Failure('company_not_found', { param: 'companyId', message });
  }
  const suppressed = deps.suppressedAt(found.id);
  const page = await findIn(reading, found.roster, {
    filter: { ...filter, company: found.id },
    page: { from, size, after, suppressed },
  });
  return {
    people: page.people.map(({ person, match }) => ({ person_id: person, company_name: found.name, ...match })),
    total: page.total,
    cursor: page.next && toCursor(deps, filter, page.next),
    canonicalId: found.id === filter.company ? undefined : found.id,
  };
}

export interface CursorDeps {
  readonly cursorKey: Buffer;
  /** Names the word rules: under other rules the order is another. */
  readonly rulesHash: string;
}

/** Everything that a position depends on: the whole request, apart from the page size. */
const requestOf = ({ rulesHash }: CursorDeps, filter: PeopleFilter) => {
  const { company, country, positions, levels, departments } = filter;
  return [rulesHash, company, country, positions, levels, departments];
};

/** Where the next page begins; valid for this request only. */
export const toCursor = (deps: CursorDeps, filter: PeopleFilter, after: SortKeys): string =>
  toSignedCursor(deps.cursorKey, requestOf(deps, filter), after);

export const parseCursor = (deps: CursorDeps, filter: PeopleFilter, cursor: string): SortKeys =>
  parseSignedCursor(deps.cursorKey, requestOf(deps, filter), cursor) as SortKeys;
