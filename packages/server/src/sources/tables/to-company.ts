import { type CompanyRecord, type IdentifierScheme, identifierSchemes, longestKey } from '@orgdex/contract';
import { normalizeEmail } from '../../rules/contacts/email.ts';
import { parseWebsite } from '../../rules/identifiers/domain.ts';
import { unfloat } from '../../rules/identifiers/written-number.ts';
import { parseRegion } from '../../rules/places/region.ts';
import type { TextRow } from '../formats/json-row.ts';
import { type Reject, reject } from '../outcome.ts';
import { filled } from '../parsing/filled.ts';
import { parseDay, parseWhole, parseYear } from './clean-cell.ts';
import { parseCompanyType } from './company-type.ts';
import { parseCountryName } from './country-name.ts';
import { isFrontPage, readFqdn, readIdentifier } from './identifiers.ts';
import { readIndustryCodes } from './industry-codes.ts';
import type { Mapping } from './map-columns.ts';
import type { MappedRecord, RecordOptions } from './mapped-record.ts';
import { readFields, type TableFields } from './read-fields.ts';
import { parseRevenue } from './revenue.ts';
import { countryOfRow } from './row-country.ts';
import { parseSizeBand } from './size-band.ts';
import { parseHandle, socialPlatforms } from './social-handle.ts';

type Identifiers = Partial<Record<IdentifierScheme, string>>;

const shorterThan = (length: number) => (text: string) => (text.length <= length ? text : undefined);
const text = (said: TableFields, field: string, length = 1000) => said.read(field, shorterThan(length), 'too long');

function list(
  said: TableFields,
  field: string,
  parse: (item: string) => string | undefined = (item) => item,
): string[] {
  const items = said.all(field).map((item) => parse(item)?.slice(0, 501));
  const usable = items.filter((item) => item !== undefined && item.length <= 500).slice(0, 1000) as string[];
  if (usable.length < items.length) said.note(field, 'a value is not valid');
  return usable;
}

function identifiersOf(said: TableFields): Identifiers {
  const found = identifierSchemes.map((scheme) => {
    if (scheme === 'fqdn') return [scheme, readFqdn(said, { fqdn: 'fqdn', website: 'website' })] as const;
    return [scheme, readIdentifier(said, scheme)] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** Employees are often given as a band, under whatever header. */
function sizeOf(said: TableFields): Pick<CompanyRecord, 'employee_count' | 'company_size'> {
  const given = said.get('employee_count');
  const count = given === undefined ? undefined : parseWhole(given);
  const band = given !== undefined && count === undefined ? parseSizeBand(given) : undefined;
  if (given !== undefined && count === undefined && !band) said.note('employee_count', 'not a number');
  const isReal = count !== undefined && count <= 10_000_000;
  if (count !== undefined && !isReal) said.note('employee_count', 'out of range');
  const size = said.read('company_size', parseSizeBand, 'not a size band') ?? band;
  return { ...(isReal && { employee_count: count }), ...(size && { company_size: size }) };
}

function revenueOf(said: TableFields, country: string | undefined): CompanyRecord['revenue'] {
  const usd = said.read('revenue_usd', (given) => parseRevenue(given, 'USD'), 'not an amount');
  const dollar = country === 'US' ? 'USD' : undefined;
  const otherwise =
    'not a revenue band or an amount with a currency (for US dollars, use --map "Their column=revenue_usd")';
  return usd ?? said.read('revenue', (given) => parseRevenue(given, dollar), otherwise);
}

function socialOf(said: TableFields): CompanyRecord['social_media'] {
  const handles = socialPlatforms.map((name) => [
    name,
    said.read(name, (t) => parseHandle(name, t), 'not a valid handle'),
  ]);
  return filled<NonNullable<CompanyRecord['social_media']>>(Object.fromEntries(handles));
}

/** A domain tells rows apart unless it comes from a page below the front page: a mall has a page for each shop. */
const isKey = (said: TableFields, scheme: IdentifierScheme) =>
  scheme !== 'fqdn' || said.get('fqdn') !== undefined || isFrontPage(said.get('website'));

/** A key that stays: theirs, the strongest identifier, or name and country. */
function keyOf(
  said: TableFields,
  record: { name: string; identifiers: Identifiers; place: string },
  options: RecordOptions,
) {
  const theirs = said.get('key');
  if (theirs !== undefined) return theirs.length <= longestKey ? theirs : options.hashKey(theirs);
  const scheme = identifierSchemes.find((one) => record.identifiers[one] !== undefined && isKey(said, one));
  const plain = record.name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const key = scheme ? `${scheme}:${record.identifiers[scheme]}` : `name:${plain || record.name}|${record.place}`;
  return key.length <= longestKey ? key : options.hashKey(key);
}

const contacts = (said: TableFields) => ({
  phones: list(said, 'phones', (phone) => unfloat(phone.replace(/^p:/i, ''))),
  emails: list(said, 'emails', (email) => (normalizeEmail(email) ? email : undefined)),
});

/** By the code of the standard, where the country is told and knows the region; otherwise as it is written. */
const statesOf = (said: TableFields, country: string | undefined) =>
  list(said, 'states', (state) => (country && parseRegion(country, state)) ?? state);

/** A row of an operator's table of companies as a record; what cannot be used is left out and noted. */
export function toCompany(
  row: TextRow,
  mapping: Mapping,
  options: RecordOptions,
): MappedRecord<CompanyRecord> | Reject {
  const said = readFields(row, mapping);
  const name = said.get('name')?.replace(/\s+/gu, ' ');
  if (name === undefined) return reject('name is missing', said.get('key')?.slice(0, longestKey));
  if (name.length > 500) return reject('name is longer than 500 characters');
  const hqCountry = said.read('hq_country', parseCountryName, 'not a country');
  const stated = said.read('country', parseCountryName, 'not a country');
  const identifiers = identifiersOf(said);
  const country = countryOfRow({ stated, headquarters: hqCountry, identifiers, fallback: options.country });
  const record = filled<CompanyRecord>({
    type: 'company',
    key: keyOf(said, { name, identifiers, place: hqCountry ?? country ?? '' }, options),
    observed: said.read('observed', parseDay, 'not a date in the order year, month, day'),
    country,
    name,
    trading_names: list(said, 'trading_names'),
    former_names: list(said, 'former_names'),
    identifiers,
    website: said.read('website', (url) => (parseWebsite(url) ? shorterThan(2000)(url) : undefined), 'not a URL'),
    description: text(said, 'description', 20_000),
    tagline: text(said, 'tagline', 2000),
    hq_location: text(said, 'hq_location'),
    hq_country: hqCountry,
    company_type: said.read('company_type', parseCompanyType, 'not a known company type'),
    ...sizeOf(said),
    year_founded: said.read('year_founded', parseYear, 'not a year'),
    revenue: revenueOf(said, hqCountry ?? country),
    locations: list(said, 'locations'),
    industries: list(said, 'industries'),
    ...contacts(said),
    keywords: list(said, 'keywords'),
    states: statesOf(said, hqCountry ?? country),
    social_media: socialOf(said),
    industry_codes: readIndustryCodes(said),
  });
  return { record: record as CompanyRecord, notes: said.notes };
}
