import type { FacetName, SearchSort } from '@orgdex/contract';
import { searchLimits } from '@orgdex/contract/limits';
import {
  companyStatuses,
  companyTypes,
  presenceNames,
  revenueBands,
  searchSorts,
  sizeBands,
} from '@orgdex/contract/vocabulary';
import type { CompanyFilter, CompanySearch } from '@orgdex/sdk';
import { choiceIn, listIn, type Params, textIn } from '../../search-params.ts';

/** The filters of a list of values, in the order of the page. */
// biome-ignore format: a list of names
export const listFilters = [
  'country', 'region', 'city', 'industry', 'company_size', 'company_type', 'revenue', 'status', 'keyword',
  'technology', 'source', 'has',
] as const;
export type ListFilter = (typeof listFilters)[number];

/** The filters of a range: the names of its ends in the address. */
export const rangeFilters = { employee_count: 'employees', year_founded: 'founded' } as const;
export type RangeFilter = keyof typeof rangeFilters;

/** The counts that the page shows. */
// biome-ignore format: a list of names
export const shownFacets = [
  'country', 'region', 'industry', 'company_size', 'company_type', 'status', 'revenue', 'source',
] as const satisfies readonly FacetName[];

/** Values of closed lists: others in an address are ignored. */
const closed: Partial<Record<ListFilter, readonly string[]>> = {
  company_size: sizeBands,
  company_type: companyTypes,
  revenue: revenueBands,
  status: companyStatuses,
  has: presenceNames,
};

const wholeIn = (params: Params, name: string): number | undefined => {
  const text = textIn(params, name);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
};

/** The filter that an address describes. */
export function filterOf(params: Params): CompanyFilter {
  const filter: Record<string, unknown> = {};
  for (const name of listFilters) {
    const values = listIn(params, name).filter((value) => closed[name]?.includes(value) ?? true);
    if (values.length > 0) filter[name] = values.slice(0, searchLimits.maxValues);
  }
  for (const [name, prefix] of Object.entries(rangeFilters)) {
    const gte = wholeIn(params, `${prefix}_from`);
    const lte = wholeIn(params, `${prefix}_to`);
    const range = { ...(gte === undefined ? {} : { gte }), ...(lte === undefined ? {} : { lte }) };
    if (Object.keys(range).length > 0) filter[name] = range;
  }
  const since = textIn(params, 'updated_since');
  if (since && /^\d{4}-\d{2}-\d{2}$/.test(since)) filter.updated_since = since;
  return filter;
}

export const queryOf = (params: Params): string => (textIn(params, 'q') ?? '').slice(0, searchLimits.maxQuery);

/** The order: best match for words, the largest first without. */
export function sortOf(params: Params): SearchSort {
  const asked = choiceIn(params, 'sort', searchSorts);
  const q = queryOf(params);
  if (asked === undefined || (asked === 'relevance' && q === '')) return q === '' ? '-employee_count' : 'relevance';
  return asked;
}

/** The request that an address describes, without paging and counts. */
export function searchOf(params: Params): CompanySearch {
  const q = queryOf(params);
  const filter = filterOf(params);
  return {
    ...(q === '' ? {} : { q }),
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
    sort: sortOf(params),
  };
}

/** The place of a page: its cursor, and how many pages are before it. */
export const pageOf = (params: Params): { cursor: string | undefined; page: number } => ({
  cursor: textIn(params, 'cursor'),
  page: Math.max(1, wholeIn(params, 'page') ?? 1),
});

/** The parameters with some changed, back on the first page. */
export const changed = (params: Params, change: Params): Params => ({
  ...params,
  cursor: undefined,
  page: undefined,
  ...change,
});

/** The parameters with a value of a filter added or removed. */
export function toggled(params: Params, name: ListFilter, value: string): Params {
  const values = listIn(params, name);
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return changed(params, { [name]: next });
}

/** The parameters without a field that the diagnosis names, such as `q` or `filter.region`. */
export function without(params: Params, field: string): Params {
  const name = field.replace(/^filter\./, '').split('.')[0] ?? '';
  const prefix = rangeFilters[name as RangeFilter];
  return changed(
    params,
    prefix ? { [`${prefix}_from`]: undefined, [`${prefix}_to`]: undefined } : { [name]: undefined },
  );
}

/** The parameters without any filter. */
export const withoutFilters = (params: Params): Params => {
  const { q, sort, hide } = params;
  return { q, sort, hide };
};
