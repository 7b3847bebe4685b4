import type { SupportedCountry } from '@orgdex/contract';
import { formatNumber } from '../output/format-number.ts';

/** One field of the companies of one country. */
export interface FieldCoverage {
  /** Dotted below the first level. */
  field: string;
  /** How many companies have a value. */
  filled: number;
  /** Of how many of them the value comes from a source, alone or with others; the most first. */
  sources: { source: string; count: number }[];
  /** Days since a value was last stated; null where there is none. */
  age: { median: number; p90: number } | null;
}

export interface CountryCoverage {
  country: SupportedCountry;
  companies: number;
  /** Every field, in the order of the contract. */
  fields: FieldCoverage[];
}

/** How much is known of the companies that are served. A company counts in each of its countries. */
export interface Coverage {
  /** Ages end on this day. */
  day: string;
  /** 1: all companies were counted; otherwise every so-many-th of them. */
  every: number;
  companies: number;
  /** Counted in none of the countries below. */
  elsewhere: number;
  /** Not served, and not counted above: no record names them. */
  unnamed: number;
  countries: CountryCoverage[];
}

export const describeCompanies = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'company' : 'companies'}`;

/** What has to be said when not all were counted. */
export const describeSample = ({ every }: Coverage): string[] =>
  every === 1 ? [] : [`a sample: one company in ${every}, by a hash of its id`];
