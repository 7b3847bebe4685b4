import { type SupportedCountry, supportedCountries } from '@orgdex/contract';
import { type ServedValue, servedValues } from '../../knowledge/profiles/explain.ts';
import { buildProfile } from '../../knowledge/profiles/profile.ts';
import type { Statement } from '../../knowledge/profiles/statements.ts';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import { countryName } from '../../knowledge/rules/places/country.ts';
import { fields, groupOf } from './counted-fields.ts';
import type { CountryCoverage, Coverage, FieldCoverage } from './coverage.ts';

/** The sources of one value of one company, and the latest day on which one of them stated it. */
interface Origin {
  readonly sources: Set<string>;
  observed: string;
}

/** The origin of each field that has a value. A group has the origins of all its parts. */
function originsOf(values: readonly ServedValue[]): Map<string, Origin> {
  const origins = new Map<string, Origin>();
  const add = (field: string, from: ServedValue['from']) => {
    const origin = origins.get(field) ?? { sources: new Set(), observed: '' };
    for (const { source, observed } of from) {
      origin.sources.add(source);
      if (observed > origin.observed) origin.observed = observed;
    }
    origins.set(field, origin);
  };
  for (const { field, from } of values) {
    add(field, from);
    const group = groupOf(field);
    if (group) add(group, from);
  }
  return origins;
}

class FieldTally {
  readonly #sources = new Map<string, number>();
  readonly #ages = new Ages();
  #filled = 0;

  add(sources: Iterable<string>, age: number): void {
    this.#filled += 1;
    for (const source of sources) this.#sources.set(source, (this.#sources.get(source) ?? 0) + 1);
    this.#ages.add(age);
  }

  toCoverage(field: string): FieldCoverage {
    const sources = [...this.#sources].map(([source, count]) => ({ source, count }));
    sources.sort((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1));
    const [median, p90] = [this.#ages.quantile(0.5), this.#ages.quantile(0.9)];
    return {
      field,
      filled: this.#filled,
      sources,
      age: median === undefined || p90 === undefined ? null : { median, p90 },
    };
  }
}

class CountryTally {
  readonly #fields = new Map(fields.map(({ name }) => [name, new FieldTally()]));
  readonly #today: string;
  #companies = 0;

  constructor(today: string) {
    this.#today = today;
  }

  add(values: readonly ServedValue[]): void {
    this.#companies += 1;
    for (const [field, { sources, observed }] of originsOf(values))
      this.#fields.get(field)?.add(sources, ageInDays(observed, this.#today));
  }

  toCoverage(country: SupportedCountry): CountryCoverage {
    const counted = [...this.#fields].map(([field, tally]) => tally.toCoverage(field));
    return { country, companies: this.#companies, fields: counted };
  }
}

const codes = new Map<string, string>(supportedCountries.map((code) => [countryName(code), code]));

/** The countries of the records of a company, and of its headquarters. */
function countriesOf(records: readonly Statement[], home: string | null): Set<string | null | undefined> {
  return new Set([...records.map(({ country }) => country), codes.get(home ?? '')]);
}

/** The countries to count, and the parameters. */
export interface Frame {
  countries: readonly SupportedCountry[];
  /** The day on which ages are computed. */
  day: string;
  /** Converts revenue in other currencies, to find its band. */
  rates: Rates;
}

/** Counts companies one by one, exactly, without keeping them in memory. */
export class CoverageTally {
  readonly #countries: ReadonlyMap<SupportedCountry, CountryTally>;
  readonly #frame: Frame;
  #companies = 0;
  #elsewhere = 0;
  #unnamed = 0;

  constructor(frame: Frame) {
    this.#countries = new Map(frame.countries.map((country) => [country, new CountryTally(frame.day)]));
    this.#frame = frame;
  }

  add(id: string, records: readonly Statement[]): void {
    const profile = buildProfile(id, records, this.#frame.rates);
    if (profile.body.name === null) {
      this.#unnamed += 1;
      return;
    }
    this.#companies += 1;
    const own = countriesOf(records, profile.body.hq_country);
    const counted = [...this.#countries].filter(([country]) => own.has(country));
    for (const [country, tally] of counted) tally.add(servedValues(profile, country));
    if (counted.length === 0) this.#elsewhere += 1;
  }

  toCoverage(): Omit<Coverage, 'every'> {
    return {
      day: this.#frame.day,
      companies: this.#companies,
      elsewhere: this.#elsewhere,
      unnamed: this.#unnamed,
      countries: [...this.#countries].map(([country, tally]) => tally.toCoverage(country)),
    };
  }
}

const dayMs = 86_400_000;

/** Whole days between two days; 0 if the first is in the future. */
export const ageInDays = (observed: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(observed)) / dayMs));

/** Counts values by age in days: exact, in memory proportional to the number of different days. */
export class Ages {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(days: number): void {
    this.#counts.set(days, (this.#counts.get(days) ?? 0) + 1);
    this.#total += 1;
  }

  /** The lowest age such that at least this share of the values is no older. */
  quantile(share: number): number | undefined {
    const wanted = Math.ceil(share * this.#total);
    let seen = 0;
    for (const [days, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= wanted) return days;
    }
    return undefined;
  }
}
