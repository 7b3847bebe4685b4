import {
  type CompanyFilter,
  type CompanySearch,
  type FacetName,
  type FilterFields,
  type SearchSort,
  searchLimits,
} from '@orgdex/contract';
import { Failure } from '../../../core/errors/failure.ts';
import { isCalendarDay } from '../../../knowledge/rules/calendar-day.ts';
import { type NameQuery, parseNameQuery } from '../../../knowledge/rules/names/search-words.ts';
import { parseCountry } from '../../../knowledge/rules/places/country.ts';
import type { CompanyQuery } from '../../../stores/opensearch/companies/company-search.query.ts';
import { parseCodes } from './suggest.ts';

export interface CompanySearchRequest {
  readonly query: CompanyQuery;
  readonly facets: readonly FacetName[];
  readonly sort: SearchSort;
  readonly size: number;
  readonly cursor: string | undefined;
}

/** OpenSearch rejects half of a surrogate pair. */
const wellFormed = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item.toWellFormed() : item)) : value;

/** The fields that were sent: null means absent. */
const present = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, wellFormed(value)]),
  );

function invalid(param: string, message: string): Failure {
  return new Failure('invalid_field', { param, message: `\`${param}\` ${message}` });
}

/** The checks and spellings that a schema cannot describe. */
function parseFields(fields: FilterFields, path: string): FilterFields {
  const sent = present(fields) as FilterFields;
  const { country, region, updated_since: since } = sent;
  if (since && !isCalendarDay(since))
    throw invalid(`${path}.updated_since`, `must be a day that exists; got "${since}".`);
  const countries = country?.map((code) => {
    const parsed = parseCountry(code);
    if (!parsed) throw invalid(`${path}.country`, `must contain ISO country codes, such as AU; got "${code}".`);
    return parsed;
  });
  return {
    ...sent,
    ...(countries ? { country: countries } : {}),
    ...(region ? { region: region.map((code) => code.toUpperCase()) } : {}),
  };
}

function parseFilter(filter: CompanyFilter | null | undefined): Pick<CompanyQuery, 'filter' | 'not'> {
  const { not, ...fields } = filter ?? {};
  return { filter: parseFields(fields, 'filter'), not: parseFields(not ?? {}, 'filter.not') };
}

function parseName(q: string, codes: readonly string[]): NameQuery | undefined {
  const name = parseNameQuery(q);
  if (!name && codes.length === 0) {
    throw invalid('q', 'contains no letter or digit. Send a word of a company name, or leave it out.');
  }
  return name;
}

export function parseSearch({ q, filter, facets, sort, size, cursor }: CompanySearch): CompanySearchRequest {
  const text = q?.toWellFormed() ?? undefined;
  const codes = text === undefined ? [] : parseCodes(text);
  const name = text === undefined ? undefined : parseName(text, codes);
  return {
    query: { name, codes, ...parseFilter(filter) },
    facets: facets ?? [],
    sort: sort ?? (text === undefined ? '-employee_count' : 'relevance'),
    size: size ?? searchLimits.defaultSize,
    cursor: cursor ?? undefined,
  };
}
