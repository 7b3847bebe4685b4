import { type PeopleQuestion, paging } from '@orgdex/contract';
import { LRUCache } from 'lru-cache';
import type { PeopleFilter } from '../engine/people.query.ts';
import { Failure } from '../failure.ts';
import { countryOrDefault, parseSupportedCountry } from '../rules/country.ts';
import { questionWords } from '../rules/title-words.ts';

/** Callers ask for the same titles again and again, and a title takes longer to read than to remember. */
const known = new LRUCache<string, readonly string[]>({ max: 10_000 });

export interface PeopleSearch {
  readonly filter: PeopleFilter;
  readonly from: number;
  readonly size: number;
  readonly cursor: string | undefined;
}

/** `"3,5"`, `"3"` or `["3", "5"]`, as numbers in order. */
function parseIds(sent: string | string[] | null | undefined): number[] | undefined {
  if (sent === null || sent === undefined) return undefined;
  const ids = (Array.isArray(sent) ? sent : sent.split(',')).map(Number);
  return [...new Set(ids)].sort((a, b) => a - b);
}

function parseWords(position: string | null | undefined): readonly string[] | undefined {
  if (position === null || position === undefined) return undefined;
  const words = known.get(position) ?? questionWords(position.toWellFormed()).sort();
  known.set(position, words);
  if (words.length > 0) return words;
  throw new Failure('position_without_words', { param: 'position', because: 'only joining words and signs are in it' });
}

function parseFilter(question: PeopleQuestion): PeopleFilter {
  const country = parseSupportedCountry(countryOrDefault(question.selectedCountry));
  if (!country) throw new Failure('unsupported_country', { param: 'selectedCountry' });
  return {
    company: question.companyId,
    country,
    words: parseWords(question.position),
    levels: parseIds(question.seniority),
    departments: parseIds(question.department),
  };
}

function parsePage(question: PeopleQuestion): Omit<PeopleSearch, 'filter'> {
  const from = Number(question.from ?? paging.defaultFrom);
  const size = Number(question.size ?? paging.defaultSize);
  const cursor = question.cursor ?? undefined;
  const isOffsetSent = question.from !== null && question.from !== undefined;
  if (cursor !== undefined && isOffsetSent) {
    throw new Failure('invalid_cursor', { param: 'cursor', because: 'from was sent beside it; send one of the two' });
  }
  if (from + size > paging.maxWindow) {
    throw new Failure('page_too_deep', { param: 'from', because: 'go on with the cursor of X-Next-Cursor instead' });
  }
  return { from, size, cursor };
}

export const parseSearch = (question: PeopleQuestion): PeopleSearch => ({
  filter: parseFilter(question),
  ...parsePage(question),
});
