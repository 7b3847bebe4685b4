import { CompanyRecord, companyFields, type IdentifierScheme, identifierSchemes, longestKey } from '@orgdex/contract';
import { normalizeEmail } from '../../rules/contacts/contact-values.ts';
import { parseWebsite } from '../../rules/identifiers/domain.ts';
import { unfloat } from '../../rules/identifiers/written-number.ts';
import { parseRegion } from '../../rules/places/region.ts';
import type { TextRow } from '../formats/json-lines.ts';
import { filled } from '../parsing/record-values.ts';
import { type Reject, reject } from '../row-outcome.ts';
import { countryOfRow, isFrontPage, readFqdn, readIdentifier } from './identifiers.ts';
import type { Mapping } from './map-columns.ts';
import { type MappedRecord, type RecordOptions, readFields, type TableFields } from './read-fields.ts';
import { parseDay, parseWhole, parseYear } from './values/clean-cell.ts';
import { parseCompanyType } from './values/company-type.ts';
import { parseCountryName } from './values/country-name.ts';
import { parseRevenue } from './values/revenue.ts';
import { parseSizeBand } from './values/size-band.ts';
import { parseHandle, socialPlatforms } from './values/social-handle.ts';

type Identifiers = Partial<Record<IdentifierScheme, string>>;

interface Shape {
  readonly type?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: { readonly maxLength?: number };
  readonly maxItems?: number;
}

/** The fields of a record, with their limits. */
const shapes = CompanyRecord.properties as unknown as Readonly<Record<string, Shape>>;
const unlimited = Number.POSITIVE_INFINITY;

/** The text, unless it is longer than the field may be. */
const fitting = (field: string) => {
  const { maxLength = unlimited } = shapes[field] ?? {};
  return (text: string) => (text.length <= maxLength ? text : undefined);
};

function list(
  input: TableFields,
  field: string,
  parse: (item: string) => string | undefined = (item) => item,
): string[] {
  const { items: { maxLength = unlimited } = {}, maxItems } = shapes[field] ?? {};
  const items = input.all(field).map((item) => parse(item)?.slice(0, maxLength + 1));
  const usable = items.filter((item) => item !== undefined && item.length <= maxLength).slice(0, maxItems) as string[];
  if (usable.length < items.length) input.note(field, 'a value is not valid');
  return usable;
}

function wholeIn(input: TableFields, field: string): number | undefined {
  const { minimum = 0, maximum = unlimited } = shapes[field] ?? {};
  const parse = (text: string) => {
    const value = parseWhole(text);
    return value !== undefined && value >= minimum && value <= maximum ? value : undefined;
  };
  return input.read(field, parse, 'not a whole number in the allowed range');
}

/** Fields of a record that `toCompany` reads in their own way. */
const ownReaders: ReadonlySet<string> = new Set([
  'key',
  'name',
  'observed',
  'country',
  'hq_country',
  'website',
  'company_type',
  'employee_count',
  'company_size',
  'year_founded',
  'revenue',
  'phones',
  'emails',
  'states',
]);

type Read = (input: TableFields, field: string) => unknown;

function readerOf({ type }: Shape): Read {
  if (type === 'array') return list;
  return type === 'integer' ? wholeIn : (input, field) => input.read(field, fitting(field), 'too long');
}

/** The other fields that have a column: a text, a list of texts or a whole number, as it is written. */
const plainFields: readonly (readonly [field: string, read: Read])[] = Object.keys(companyFields)
  .filter((field) => field in shapes && !ownReaders.has(field))
  .map((field) => [field, readerOf(shapes[field] as Shape)]);

const plainValues = (input: TableFields): Partial<CompanyRecord> =>
  Object.fromEntries(plainFields.map(([field, read]) => [field, read(input, field)]));

function identifiersOf(input: TableFields): Identifiers {
  const found = identifierSchemes.map((scheme) => {
    if (scheme === 'fqdn') return [scheme, readFqdn(input, { fqdn: 'fqdn', website: 'website' })] as const;
    return [scheme, readIdentifier(input, scheme)] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** The number of employees is often given as a band, under any header. */
function sizeOf(input: TableFields): Pick<CompanyRecord, 'employee_count' | 'company_size'> {
  const given = input.get('employee_count');
  const count = given === undefined ? undefined : parseWhole(given);
  const band = given !== undefined && count === undefined ? parseSizeBand(given) : undefined;
  if (given !== undefined && count === undefined && !band) input.note('employee_count', 'not a number');
  const isReal = count !== undefined && count <= 10_000_000;
  if (count !== undefined && !isReal) input.note('employee_count', 'out of range');
  const size = input.read('company_size', parseSizeBand, 'not a size band') ?? band;
  return { ...(isReal && { employee_count: count }), ...(size && { company_size: size }) };
}

function revenueOf(input: TableFields, country: string | undefined): CompanyRecord['revenue'] {
  const usd = input.read('revenue_usd', (given) => parseRevenue(given, 'USD'), 'not an amount');
  const dollar = country === 'US' ? 'USD' : undefined;
  const otherwise =
    'not a revenue band or an amount with a currency (for US dollars, use --map "Their column=revenue_usd")';
  return usd ?? input.read('revenue', (given) => parseRevenue(given, dollar), otherwise);
}

function socialOf(input: TableFields): CompanyRecord['social_media'] {
  const handles = socialPlatforms.map((name) => [
    name,
    input.read(name, (t) => parseHandle(name, t), 'not a valid handle'),
  ]);
  return filled<NonNullable<CompanyRecord['social_media']>>(Object.fromEntries(handles));
}

/** A domain identifies a row, unless it comes from a page below the home page: a mall has a page for each shop. */
const isKey = (input: TableFields, scheme: IdentifierScheme) =>
  scheme !== 'fqdn' || input.get('fqdn') !== undefined || isFrontPage(input.get('website'));

/** A stable key: the given one, the strongest identifier, or name and country. */
function keyOf(
  input: TableFields,
  record: { name: string; identifiers: Identifiers; place: string },
  options: RecordOptions,
) {
  const theirs = input.get('key');
  if (theirs !== undefined) return theirs.length <= longestKey ? theirs : options.hashKey(theirs);
  const scheme = identifierSchemes.find((one) => record.identifiers[one] !== undefined && isKey(input, one));
  const plain = record.name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const key = scheme ? `${scheme}:${record.identifiers[scheme]}` : `name:${plain || record.name}|${record.place}`;
  return key.length <= longestKey ? key : options.hashKey(key);
}

const contacts = (input: TableFields) => ({
  phones: list(input, 'phones', (phone) => unfloat(phone.replace(/^p:/i, ''))),
  emails: list(input, 'emails', (email) => (normalizeEmail(email) ? email : undefined)),
});

/** ISO codes where the country is given and has the region; otherwise the text as written. */
const statesOf = (input: TableFields, country: string | undefined) =>
  list(input, 'states', (state) => (country && parseRegion(country, state)) ?? state);

/** Converts a row of an operator's company table to a record. Unusable values are left out and noted. */
export function toCompany(
  row: TextRow,
  mapping: Mapping,
  options: RecordOptions,
): MappedRecord<CompanyRecord> | Reject {
  const input = readFields(row, mapping);
  const name = input.get('name')?.replace(/\s+/gu, ' ');
  if (name === undefined) return reject('name is missing', input.get('key')?.slice(0, longestKey));
  if (name.length > 500) return reject('name is longer than 500 characters');
  const hqCountry = input.read('hq_country', parseCountryName, 'not a country');
  const stated = input.read('country', parseCountryName, 'not a country');
  const identifiers = identifiersOf(input);
  const country = countryOfRow({ stated, headquarters: hqCountry, identifiers, fallback: options.country });
  const record = filled<CompanyRecord>({
    type: 'company',
    key: keyOf(input, { name, identifiers, place: hqCountry ?? country ?? '' }, options),
    observed: input.read('observed', parseDay, 'not a date in the order year, month, day'),
    country,
    name,
    ...plainValues(input),
    identifiers,
    website: input.read('website', (url) => (parseWebsite(url) ? fitting('website')(url) : undefined), 'not a URL'),
    hq_country: hqCountry,
    company_type: input.read('company_type', parseCompanyType, 'not a known company type'),
    ...sizeOf(input),
    year_founded: input.read('year_founded', parseYear, 'not a year'),
    revenue: revenueOf(input, hqCountry ?? country),
    ...contacts(input),
    states: statesOf(input, hqCountry ?? country),
    social_media: socialOf(input),
    industry_codes: readIndustryCodes(input),
  });
  return { record: record as CompanyRecord, notes: input.notes };
}

const industryCode = /^[A-Z]?(\d{2,6})(?:\.0+)?(?!\d)/i;

/** The classes of agriculture, 0111 to 0529, are the only ones that start with a zero. */
const lostZero = (digits: string) => digits.length === 3 && digits >= '111' && digits <= '529';

function readCode(input: TableFields, field: 'sic' | 'naics' | 'anzsic'): string | undefined {
  const digits = input.read(field, (text) => industryCode.exec(text)?.[1], 'not a valid code');
  if (field !== 'anzsic' || digits === undefined || !lostZero(digits)) return digits;
  input.note(field, 'leading zero restored');
  return `0${digits}`;
}

/** The industry codes of the row; the first if a cell has several. */
function readIndustryCodes(input: TableFields): { sic?: string; naics?: string; anzsic?: string } {
  const codes = (['sic', 'naics', 'anzsic'] as const).map((field) => [field, readCode(input, field)] as const);
  return Object.fromEntries(codes.filter(([, digits]) => digits !== undefined));
}
