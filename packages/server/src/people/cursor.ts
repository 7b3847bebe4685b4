import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PeopleFilter, SortKeys } from '../engine/people.query.ts';
import { Failure } from '../errors/failure.ts';

export interface CursorDeps {
  readonly cursorKey: Buffer;
  /** Names the word rules: under other rules the order is another. */
  readonly rulesHash: string;
}

const macBytes = 16;

/** Binds the position to the whole request, apart from the page size. */
function sign({ cursorKey, rulesHash }: CursorDeps, filter: PeopleFilter, place: string): Buffer {
  const { company, country, words, levels, departments } = filter;
  const signed = JSON.stringify([rulesHash, company, country, words, levels, departments, place]);
  return createHmac('sha256', cursorKey).update(signed).digest().subarray(0, macBytes);
}

/** Where the next page begins; valid for this request only. */
export function toCursor(deps: CursorDeps, filter: PeopleFilter, after: SortKeys): string {
  const place = JSON.stringify(after);
  return Buffer.concat([sign(deps, filter, place), Buffer.from(place)]).toString('base64url');
}

export function parseCursor(deps: CursorDeps, filter: PeopleFilter, cursor: string): SortKeys {
  const bytes = Buffer.from(cursor, 'base64url');
  const place = bytes.subarray(macBytes).toString('utf8');
  // Node reads past characters that are not base64url: the same bytes must give the same text.
  const isWhole = bytes.length > macBytes && bytes.toString('base64url') === cursor;
  if (isWhole && timingSafeEqual(bytes.subarray(0, macBytes), sign(deps, filter, place))) {
    return JSON.parse(place) as SortKeys;
  }
  const message =
    '`cursor` is not valid for this search. Repeat the search that returned it, or start again without it.';
  throw new Failure('invalid_cursor', { param: 'cursor', message });
}
