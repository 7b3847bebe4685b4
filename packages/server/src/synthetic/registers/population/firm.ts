import type { SupportedCountry } from '@orgdex/contract';
import { type Country, countriesByShare } from '../../demo/countries.ts';
import { type Industry, industries } from '../../demo/industries.ts';
import { nameOf } from '../../demo/names.ts';
import { Random, weighted } from '../../demo/random.ts';
import { draws, indexOfCompany, memberOf } from './population.ts';

/**
 * A company of any country: the nth of it, from 0. The sources of a country and those of the world speak of the same
 * ones, so that their rows join.
 */
export interface Firm {
  nth: number;
  /** ISO code. */
  country: string;
  countryName: string;
  name: string;
  /** Without its legal form. */
  shortName: string;
  slug: string;
  host: string;
  town: string;
  /** Empty where the place says none. */
  regionName: string;
  /** ISO 3166-2, with the country; empty where it has none. */
  region: string;
  industry: Industry;
  /** The day on which it began. */
  since: number;
}

const random = new Random();
const countries = new Map<string, Country>(countriesByShare.map((country) => [country.code, country]));

/** A country that is not served. */
const elsewhere = { code: 'GB', name: 'United Kingdom' };

/** The days that a register can have counted. */
const days = 9000;

type Named = Pick<Firm, 'name' | 'shortName' | 'town' | 'regionName' | 'region'> & { latin: string };

function namedIn(country: Country, industry: Industry): Named {
  const { full, short, latin } = nameOf(random, random.pick(country.forms), industry);
  const { place, region = '' } = random.pick(country.places);
  const [town = '', regionName = ''] = place.split(', ');
  return { name: full, shortName: short, latin, town, regionName, region };
}

/** One of the companies that the registers of Australia list. */
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

/** Its index tells it from all others, here and in the world outside. */
export function firmOf(seed: number, country: string, nth: number): Firm {
  const { name: countryName, hostSuffix } = countries.get(country) ?? { ...elsewhere, hostSuffix: 'co.uk' };
  random.restart(seed + country.charCodeAt(0) * 128 + country.charCodeAt(1), nth, draws.firm);
  const { latin, ...rest } = named(seed, nth, country);
  const slug = `${latin}-${country.toLowerCase()}${nth.toString(36)}`;
  return { nth, country, countryName, slug, host: `${slug}.${hostSuffix}`, since: random.below(days), ...rest };
}

/** Of each 25 rows of a set of the world so many are of a country; the others are of one that is not served. */
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

/** The firm that a row of a set of the world is about. */
export function firmOfRow(seed: number, row: number): Firm {
  const slot = row % slots.length;
  const country = slots[slot] as string;
  const nth = Math.floor(row / slots.length) * (shareOf.get(country) as number) + (rankOf[slot] as number);
  return firmOf(seed, country, nth);
}
