import type { SupportedCountry } from '@orgdex/contract';
import { formatNumber } from '../../core/output/numbers.ts';

/** One field, for the companies of one country. */
export interface FieldCoverage {
  /** The name of the field; dotted below the first level. */
  field: string;
  /** How many companies have a value. */
  filled: number;
  /** How many of these values come from each source, alone or together with others; the most frequent first. */
  sources: { source: string; count: number }[];
  /** Days since the values were last stated; null if there are no values. */
  age: { median: number; p90: number } | null;
}

export interface CountryCoverage {
  country: SupportedCountry;
  companies: number;
  /** All fields, in the order of the contract. */
  fields: FieldCoverage[];
}

/** How many of the served companies have a value in each field. A company counts in each of its countries. */
export interface Coverage {
  /** The day on which ages are computed. */
  day: string;
  /** 1 if all companies were counted; n if one in n was sampled. */
  every: number;
  companies: number;
  /** Companies that belong to none of the countries below. */
  elsewhere: number;
  /** Companies without a name: they are not served and not counted above. */
  unnamed: number;
  countries: CountryCoverage[];
}

export const describeCompanies = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'company' : 'companies'}`;

/** A note that says that not all companies were counted. */
export const describeSample = ({ every }: Coverage): string[] =>
  every === 1 ? [] : [`a sample: one company in ${every}, by a hash of its id`];

/** A share in whole percent. Only none is 0 % and only all is 100 %: nothing else is rounded to them. */
export function percentOf(part: number, whole: number): string {
  if (part === 0) return '0 %';
  if (part === whole) return '100 %';
  const percent = Math.round((100 * part) / whole);
  if (percent < 1) return '<1 %';
  return percent > 99 ? '>99 %' : `${percent} %`;
}
