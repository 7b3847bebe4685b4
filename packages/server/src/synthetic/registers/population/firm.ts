import type { SupportedCountry } from '@orgdex/contract';
import { type Country, countriesByShare } from '../../../sample-data/demo/countries.ts';
import { type Industry, industries } from '../../../sample-data/demo/industries.ts';
import { nameOf } from '../../../sample-data/demo/names.ts';
import { Random, weighted } from '../../../sample-data/demo/random.ts';
import { draws, indexOfCompany, memberOf } from './population.ts';

/**
 * The nth company of any country, from 0. The national and the global sources contain the same companies, so that their
 * rows match.
 */
export interface Firm {
  nth: number;
  /** ISO code. */
  country: string;
  countryName: string;
  name: string;
  /** Without the legal form. */
  shortName: string;
  slug: string;
  host: string;
  town: string;
  /** Empty if the location has no region. */
  regionName: string;
  /** ISO 3166-2, with the country; empty if the country has no regions. */
  region: string;
  industry: Industry;
  /** The day of registration. */
  since: number;
}

const random = new Random();
const countries = new Map<string, Country>(countriesByShare.map((country) => [country.code, country]));

/** A country that orgdex does not serve. */
const elsewhere = { code: 'GB', name: 'United Kingdom' };

/** The days on which a firm can have been registered. */
const days = 9000;

type Named = Pick<Firm, 'name' | 'shortName' | 'town' | 'regionName' | 'region'> & { latin: string };

function namedIn(country: Country, industry: Industry): Named {
  const { full, short, latin } = nameOf(random, random.pick(country.forms), industry);
  const { place, region = '' } = random.pick(country.places);
  const [town = '', regionName = ''] = place.split(', ');
  return { name: full, shortName: short, latin, town, regionName, region };
}

/** One of the companies in the Australian registers. */
function namedInAustralia(seed: number, nth: number): Named {
  const { name, place } = memberOf(seed, indexOfCompany(seed, nth));
  const shortName = name.replace(/ (?:PTY\b.*|LIMITED|LTD)$/, '');
  const latin = (shortName.toLowerCase().match(/[a-z]+/g) ?? []).join('-');
  return { name, shortName, latin, town: place.town, regionName: place.state, region: `AU-${place.state}` };
}

function namedElsewhere(industry: Industry): Named {
  const british = { ...(countries.get('NZ') as Country), places: [{ place: 'Leeds, England', region: 'GB-ENG' }] };
  return namedIn(british, industry);
}

function named(seed: number, nth: number, country: string): Named & { industry: Industry } {
  const industry = random.pick(industries);
  const known = countries.get(country);
  if (!known) return { industry, ...namedElsewhere(industry) };
  return { industry, ...(country === 'AU' ? namedInAustralia(seed, nth) : namedIn(known, industry)) };
}

/** The index makes the name unique, among these companies and real ones. */
export function firmOf(seed: number, country: string, nth: number): Firm {
  const { name: countryName, hostSuffix } = countries.get(country) ?? { ...elsewhere, hostSuffix: 'co.uk' };
  random.restart(seed + country.charCodeAt(0) * 128 + country.charCodeAt(1), nth, draws.firm);
  const { latin, ...rest } = named(seed, nth, country);
  const slug = `${latin}-${country.toLowerCase()}${nth.toString(36)}`;
  return { nth, country, countryName, slug, host: `${slug}.${hostSuffix}`, since: random.below(days), ...rest };
}

/**
 * The number of rows for each country in every 25 rows of a global dataset; the rest are from a country that is not
 * served.
 */
const ones = ['NZ', 'SG', 'MY', 'ID', 'PH', 'HK', 'JP', 'VN', 'KR', 'TH', 'CA'] as const;
const shares: [SupportedCountry | 'GB', number][] = [
  ['US', 4],
  ['AU', 2],
  ...ones.map((code) => [code, 1] as [typeof code, number]),
  ['GB', 8],
];
const slots = weighted(shares);
const shareOf = new Map<string, number>(shares);
const rankOf = slots.map((country, at) => slots.slice(0, at).filter((other) => other === country).length);

/** The firm of a row of a global dataset. */
export function firmOfRow(seed: number, row: number): Firm {
  const slot = row % slots.length;
  const country = slots[slot] as string;
  const nth = Math.floor(row / slots.length) * (shareOf.get(country) as number) + (rankOf[slot] as number);
  return firmOf(seed, country, nth);
}
