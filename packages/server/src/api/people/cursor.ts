import type { PeopleFilter, SortKeys } from '../../stores/opensearch/people/people.query.ts';
import { parseSignedCursor, toSignedCursor } from '../../stores/opensearch/signed-cursor.ts';

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
