import { type CompanyRecord, revenueBands, sizeBands } from '@orgdex/contract';
import { exampleFields } from '../example-fields.ts';
import { abroadKeyOf, addNationalNumbers, type Company, type Identifiers } from './company.ts';
import type { Country } from './countries.ts';
import { type Coverage, coverages } from './coverage.ts';
import { observedDates } from './dates.ts';
import { industries } from './industries.ts';
import { nextGenOf } from './next-gen.ts';
import { phoneOf, uenYearOf } from './numbers.ts';
import { parts, type Random } from './random.ts';

const openings = ['Makes', 'Designs and supplies', 'Offers', 'Specialises in', 'Sells and services', 'Known for'];
// biome-ignore format: a list of names
const customers = [
  'farms, ports and airfields', 'small businesses', 'councils and utilities', 'households', 'hospitals and clinics',
  'schools and universities', 'builders and architects', 'exporters', 'hotels and restaurants', 'mines and quarries',
];
const taglineVerbs = ['Know', 'Move', 'Build on', 'Grow with', 'Trust', 'Follow', 'Count on', 'Shape', 'Light up'];
const taglineObjects = ['the wind', 'every mile', 'solid ground', 'the season', 'good work', 'the tide', 'what lasts'];
const mailboxes = ['hello', 'info', 'office', 'sales', 'accounts', 'support', 'enquiries'];
const statuses = ['Active', 'Active', 'Active', 'Active', 'Active', 'Active', 'Active', 'Cancelled'];
const orgRegisters: readonly Record<string, string>[] = [
  { vc: 'Venture backed' },
  { charity: 'Registered charity' },
  { exporter: 'Approved exporter' },
  { iso9001: 'Certified to ISO 9001' },
];

/** Upper bounds of the size bands, in order; the last band is open. */
const sizeBounds = [10, 50, 200, 500, 1000, 5000, 10_000];
const revenueBounds = [1e6, 1e7, 2.5e7, 5e7, 1e8, 2.5e8, 5e8, 1e9, 1e10];

function bandOf<T>(bands: readonly T[], bounds: readonly number[], isBelow: (bound: number) => boolean): T {
  const found = bounds.findIndex(isBelow);
  return bands[found === -1 ? bounds.length : found] as T;
}

/** Rounds to three significant digits, as published figures usually are. */
function rounded(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 2);
  return Math.round(amount / unit) * unit;
}

function revenueOf(random: Random, employees: number, country: Country): NonNullable<CompanyRecord['revenue']> {
  const dollars = employees * random.between(60_000, 300_000);
  if (random.chance(0.5)) return bandOf(revenueBands, revenueBounds, (bound) => dollars < bound);
  const { currency, unitsPerDollar } = country;
  return { amount: rounded(dollars * unitsPerDollar), currency, year: random.between(2022, 2025) };
}

/** Adds the headcount, or its band only. */
function addSize(record: CompanyRecord, employees: number, onlyAsBand: boolean): void {
  if (onlyAsBand) record.company_size = bandOf(sizeBands, sizeBounds, (bound) => employees <= bound);
  else record.employee_count = employees;
}

function addPlaces(random: Random, record: CompanyRecord, country: Country): void {
  const seats = random.some(country.places, random.chance(0.8) ? 1 : random.between(2, 4));
  record.locations = seats.map(({ place }) => place);
  const regions = seats.flatMap(({ region }) => region ?? []);
  if (regions.length > 0) record.states = [...new Set(regions)];
}

/** A record under construction: the company, and which fields the record has. */
interface Draft {
  record: CompanyRecord;
  has: Coverage;
  company: Company;
}

function addFirmographics(random: Random, { record, has, company }: Draft): void {
  const { country, form, employees, index } = company;
  if (has.size) addSize(record, employees, has.sizeOnlyAsBand);
  const year = record.identifiers?.uen ? uenYearOf(index) : 2025 - Math.floor(90 * random.fraction() ** 2);
  if (has.founded) record.year_founded = year;
  if (has.type) record.company_type = form.type;
  if (has.status && record.identifiers?.abn) record.abn_operation_status = random.pick(statuses);
  if (has.revenue) record.revenue = revenueOf(random, employees, country);
}

function addTrade(random: Random, { record, has, company }: Draft): void {
  const { name, sic, naics, anzsic } = company.industry;
  const other = random.chance(0.25) ? random.pick(industries).name : name;
  if (has.industries) record.industries = other === name ? [name] : [name, other];
  if (has.codes) record.industry_codes = { sic, naics, anzsic };
}

/** Derived from the name alone: a random draw here would change all later ones. */
function addNames({ record, has, company }: Draft): void {
  const [first = ''] = (record.name ?? '').split(' ');
  if (has.tradingNames) record.trading_names = [`${first} ${company.industry.name}`];
  if (has.formerNames) record.former_names = [`${first} Holdings`];
}

function addWords(random: Random, { record, has, company }: Draft): void {
  const { industry, country } = company;
  if (has.description) {
    const [first, second] = random.some(industry.keywords, 2);
    const what = `${random.pick(openings)} ${first} and ${second}`;
    record.description = `${what} for ${random.pick(customers)} across ${country.name}.`;
  }
  if (has.tagline) record.tagline = `${random.pick(taglineVerbs)} ${random.pick(taglineObjects)}`;
  if (has.keywords) record.keywords = random.some(industry.keywords, random.between(1, 5));
}

function addContacts(random: Random, { record, has, company }: Draft): void {
  const { country, host } = company;
  if (has.phones) record.phones = [phoneOf(random, country.landlines)];
  if (record.phones && random.chance(0.2)) record.phones.push(phoneOf(random, country.landlines));
  if (has.emails) record.emails = random.some(mailboxes, random.between(1, 2)).map((box) => `${box}@${host}`);
}

function addPresence(random: Random, { record, has, company }: Draft): void {
  const { host, slug } = company;
  if (has.website) record.website = `https://www.${host}`;
  if (has.socialMedia) {
    record.social_media = { twitter: slug, youtube: slug, facebook: slug, network: slug, instagram: slug };
  }
  if (has.registers) record.org_registers = { ...random.pick(orgRegisters) };
  if (has.nextGen) record.nextGen = nextGenOf(random, company);
}

/** The fields without code of their own. They are last, so that a new one changes no other. */
function addExamples(random: Random, { record, has }: Draft): void {
  if (!has.examples) return;
  Object.assign(record, Object.fromEntries(exampleFields.map(([field, examples]) => [field, random.pick(examples)])));
}

/** The company's record in its home country; one in five has no country, one in ten is almost empty. */
export function homeRecord(random: Random, seed: number, company: Company): CompanyRecord {
  const { key, index, country, name, identifiers } = company;
  random.restart(seed, index, parts.record);
  const has = random.pick(coverages);
  const record: CompanyRecord = { type: 'company', key, name: name.full, identifiers };
  if (has.country) record.country = country.code;
  if (has.observed) record.observed = random.pick(observedDates);
  // A record without a country must state the country of the headquarters.
  if (has.home || !has.country) record.hq_country = country.code;
  if (random.chance(0.1)) return record;
  const draft = { record, has, company };
  addFirmographics(random, draft);
  if (has.places) addPlaces(random, record, country);
  if (has.seat) record.hq_location = record.locations?.[0] ?? random.pick(country.places).place;
  addNames(draft);
  addTrade(random, draft);
  addWords(random, draft);
  addContacts(random, draft);
  addPresence(random, draft);
  addExamples(random, draft);
  return record;
}

/** The record of the same company in another country: the slug links the two, the figures belong to that country. */
export function abroadRecord(random: Random, seed: number, company: Company & { abroad: Country }): CompanyRecord {
  const { index, abroad, name, slug, host, employees } = company;
  random.restart(seed, index, parts.abroad);
  const identifiers: Identifiers = { network: slug };
  if (random.chance(0.5)) addNationalNumbers(identifiers, { ...company, country: abroad });
  if (random.chance(0.3)) identifiers.fqdn = host;
  const record: CompanyRecord = {
    type: 'company',
    key: abroadKeyOf(company, abroad),
    country: abroad.code,
    name: random.chance(0.5) ? name.short : `${name.short} (${abroad.name})`,
    identifiers,
  };
  if (random.chance(0.4)) record.observed = random.pick(observedDates);
  addSize(record, Math.max(1, Math.floor(employees * random.fraction() * 0.4)), random.chance(0.15));
  addPlaces(random, record, abroad);
  record.phones = [phoneOf(random, abroad.landlines)];
  if (random.chance(0.3)) record.revenue = revenueOf(random, employees * 0.2, abroad);
  return record;
}
