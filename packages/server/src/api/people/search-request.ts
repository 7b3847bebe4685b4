import {
  type CompanyPeopleQuestion,
  departments,
  type PeopleQuestion,
  paging,
  problems,
  seniorities,
} from '@orgdex/contract';
import { LRUCache } from 'lru-cache';
import { Failure } from '../../core/errors/failure.ts';
import { countryOrDefault, parseSupportedCountry } from '../../knowledge/rules/places/country.ts';
import { searchWords } from '../../knowledge/rules/titles/words.ts';
import type { PeopleFilter } from '../../stores/opensearch/people/people.query.ts';

/** Callers repeat the same titles, and parsing a title takes longer than a cache lookup. */
const known = new LRUCache<string, readonly string[]>({ max: 10_000 });

export interface PeopleSearch {
  readonly filter: PeopleFilter;
  readonly from: number;
  readonly size: number;
  readonly cursor: string | undefined;
}

type Vocabulary = ReadonlyMap<string, number>;

/** Every ID and every name in lower case, to the ID. */
const toVocabulary = (names: Readonly<Record<string, string>>): Vocabulary =>
  new Map(Object.entries(names).flatMap(([id, name]) => [id, name.toLowerCase()].map((key) => [key, Number(id)])));

const seniorityIds = toVocabulary(seniorities);
const departmentIds = toVocabulary(departments);

/** `4`, `"4"`, `"4,5"`, `"Manager"` or `[4, "Manager"]`, as ascending ids. The contract has checked each of them. */
function parseIds(sent: PeopleQuestion['seniority'], vocabulary: Vocabulary): number[] | undefined {
  if (sent === null || sent === undefined) return undefined;
  const keys = Array.isArray(sent) ? sent : String(sent).split(',');
  const ids = keys.map((key) => vocabulary.get(String(key).trim().toLowerCase()) as number);
  return [...new Set(ids)].sort((a, b) => a - b);
}

function parseWords(position: string): readonly string[] {
  const words = known.get(position) ?? searchWords(position.toWellFormed()).sort();
  known.set(position, words);
  if (words.length > 0) return words;
  const message = `${problems.position_without_words.title} Send at least one word of a job title.`;
  throw new Failure('position_without_words', { param: 'position', message });
}

/** The words of each title, of which any may match; undefined: any title at all. */
const toPositions = (sent: string | readonly string[] | null | undefined): PeopleFilter['positions'] =>
  sent === null || sent === undefined ? undefined : [sent].flat().map(parseWords);

export type CompanyPeopleFilter = Omit<PeopleFilter, 'company'>;

export function parseCompanyPeopleFilter(request: CompanyPeopleQuestion): CompanyPeopleFilter {
  const country = parseSupportedCountry(countryOrDefault(request.selected_country));
  if (!country) throw new Failure('unsupported_country', { param: 'selected_country' });
  return {
    country,
    positions: toPositions(request.position),
    levels: parseIds(request.seniority, seniorityIds),
    departments: parseIds(request.department, departmentIds),
  };
}

function parseFilter(request: PeopleQuestion): PeopleFilter {
  const country = parseSupportedCountry(countryOrDefault(request.selectedCountry));
  if (!country) throw new Failure('unsupported_country', { param: 'selectedCountry' });
  return {
    company: request.companyId,
    country,
    positions: toPositions(request.position),
    levels: parseIds(request.seniority, seniorityIds),
    departments: parseIds(request.department, departmentIds),
  };
}

function parsePage(request: PeopleQuestion): Omit<PeopleSearch, 'filter'> {
  const from = Number(request.from ?? paging.defaultFrom);
  const size = Number(request.size ?? paging.defaultSize);
  const cursor = request.cursor ?? undefined;
  const isOffsetSent = request.from !== null && request.from !== undefined;
  if (cursor !== undefined && isOffsetSent) {
    const message = '`cursor` cannot be combined with `from`. Send one of the two.';
    throw new Failure('invalid_cursor', { param: 'cursor', message });
  }
  if (from + size > paging.maxWindow) {
    const remedy = 'To read further, send the `X-Next-Cursor` of a response as `cursor`.';
    throw new Failure('page_too_deep', { param: 'from', message: `${problems.page_too_deep.title} ${remedy}` });
  }
  return { from, size, cursor };
}

export const parseSearch = (request: PeopleQuestion): PeopleSearch => ({
  filter: parseFilter(request),
  ...parsePage(request),
});
