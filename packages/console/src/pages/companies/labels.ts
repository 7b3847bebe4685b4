import type { SearchSort } from '@orgdex/contract';
import type { CompanyFilter } from '@orgdex/sdk';
import { countryName, formatBand, formatDay } from '../../format.ts';
import type { ListFilter, RangeFilter } from './view.ts';

export const filterLabels: Record<ListFilter | RangeFilter | 'updated_since' | 'q', string> = {
  q: 'Words',
  country: 'Country',
  region: 'Region',
  city: 'City',
  industry: 'Industry',
  company_size: 'Size',
  company_type: 'Type',
  revenue: 'Revenue',
  status: 'Status',
  keyword: 'Keyword',
  technology: 'Technology',
  source: 'Source',
  has: 'Has',
  employee_count: 'Employees',
  year_founded: 'Founded',
  updated_since: 'Changed since',
};

export const sortLabels: Record<SearchSort, string> = {
  relevance: 'Best match',
  name: 'Name',
  '-employee_count': 'Most employees',
  employee_count: 'Fewest employees',
  '-year_founded': 'Newest',
  year_founded: 'Oldest',
  '-updated': 'Recently changed',
};

export const presenceLabels: Record<string, string> = {
  website: 'Website',
  fqdn: 'Domain',
  network: 'Network page',
  phone: 'Phone',
  email: 'Email',
  people: 'People',
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A value of a filter as people write it. */
export function valueLabel(name: string, value: string, given?: string): string {
  if (name === 'country') return countryName(value);
  if (name === 'company_size') return formatBand(value);
  if (name === 'revenue') return value.replace('-', '–');
  if (name === 'status') return capitalized(value);
  if (name === 'has') return presenceLabels[value] ?? value.toUpperCase();
  return given ?? value;
}

export function rangeLabel(range: NonNullable<CompanyFilter['employee_count']>, format: (n: number) => string): string {
  const { gte, lte } = range as { gte?: number; lte?: number };
  if (gte !== undefined && lte !== undefined) return `${format(gte)}–${format(lte)}`;
  return gte === undefined ? `up to ${format(lte ?? 0)}` : `${format(gte)} or more`;
}

export const sinceLabel = (day: string): string => formatDay(day);
