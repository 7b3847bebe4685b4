import type { MatchItem } from '@orgdex/contract';
import { companyFields, toPlainHeader } from '@orgdex/contract/company-headers';
import { supportedCountries } from '@orgdex/contract/countries';
import { matchIdentifiers } from '@orgdex/contract/vocabulary';

export type MatchField = Exclude<keyof MatchItem, 'ref'>;

/** The fields that a column can have, in the order of the list. */
export const fieldLabels: Record<MatchField, string> = {
  name: 'Name',
  website: 'Website',
  fqdn: 'Domain',
  email: 'Email (only its domain is used)',
  abn: 'ABN',
  acn: 'ACN',
  nzbn: 'NZBN',
  uen: 'UEN',
  lei: 'LEI',
  duns: 'D-U-N-S number',
  ln_slug: 'Network slug',
  ln_url: 'Network page',
  id: 'orgdex id',
  country: 'Country',
  region: 'State or region',
  city: 'City',
  postcode: 'Postcode',
  phone: 'Phone',
  employee_count: 'Employees',
  year_founded: 'Founded',
};

/** Which of the known headers mean which field of an item. */
const headerFields: Partial<Record<keyof typeof companyFields, MatchField>> = {
  name: 'name',
  website: 'website',
  fqdn: 'fqdn',
  network: 'ln_url',
  employee_count: 'employee_count',
  year_founded: 'year_founded',
  hq_location: 'city',
  hq_country: 'country',
  states: 'region',
  phones: 'phone',
  emails: 'email',
  abn: 'abn',
  acn: 'acn',
  nzbn: 'nzbn',
  uen: 'uen',
  lei: 'lei',
  duns: 'duns',
};
/** Headers that only a match uses. */
const moreHeaders: Partial<Record<MatchField, readonly string[]>> = {
  id: ['orgdex id'],
  postcode: ['postcode', 'post code', 'postal code', 'zip', 'zip code', 'pc', 'plz'],
};

const fieldByHeader = new Map<string, MatchField>([
  ...Object.entries(headerFields).flatMap(([known, field]) =>
    companyFields[known as keyof typeof companyFields].map((header): [string, MatchField] => [
      toPlainHeader(header),
      field,
    ]),
  ),
  ...Object.entries(moreHeaders).flatMap(([field, headers]) =>
    headers.map((header): [string, MatchField] => [toPlainHeader(header), field as MatchField]),
  ),
]);

export type Mapping = readonly (MatchField | undefined)[];

/** The field of each column, by its header; the first column of a field wins. */
export function guessMapping(header: readonly string[]): Mapping {
  const taken = new Set<MatchField>();
  return header.map((name) => {
    const field = fieldByHeader.get(toPlainHeader(name));
    if (field === undefined || taken.has(field)) return undefined;
    taken.add(field);
    return field;
  });
}

/** Whether a row can say which company it means. */
export const canMatch = (mapping: Mapping): boolean =>
  mapping.some((field) => field !== undefined && (matchIdentifiers as readonly string[]).includes(field));

const english = new Intl.DisplayNames('en', { type: 'region' });
const codeByName = new Map(supportedCountries.map((code) => [(english.of(code) ?? code).toLowerCase(), code]));

/** An ISO code, given as code or as the English name of a supported country. */
const toCountry = (text: string): string | undefined =>
  /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : codeByName.get(text.toLowerCase());

const toWhole = (text: string): number | undefined => {
  const digits = text.replaceAll(/[,\s']/g, '');
  return /^\d{1,8}$/.test(digits) ? Number(digits) : undefined;
};

/** How the text of a cell becomes the value of a field; undefined: it says nothing. */
const readers: Partial<Record<MatchField, (text: string) => string | number | undefined>> = {
  country: toCountry,
  employee_count: toWhole,
  year_founded: (text) => toWhole(/\d{4}/.exec(text)?.[0] ?? ''),
};

/** What a row says of a company, for `POST /companies/match`. */
export function itemOf(row: readonly string[], mapping: Mapping): MatchItem {
  const item: Record<string, string | number> = {};
  mapping.forEach((field, column) => {
    const text = row[column]?.trim();
    if (field === undefined || !text) return;
    const name = field === 'ln_url' && !text.includes('/') ? 'ln_slug' : field;
    const value = (readers[field] ?? ((same: string) => same))(text);
    if (value !== undefined) item[name] = value;
  });
  return item;
}
