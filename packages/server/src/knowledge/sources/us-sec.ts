import type { CompanyRecord } from '@orgdex/contract';
import { parseCik, parseLei, parseUsEin } from '../rules/identifiers/register-numbers.ts';
import { isCode, sectorOf } from '../rules/industries/sector.ts';
import { defineSource } from './define-source.ts';
import { listOf, memberOf, textOf } from './parsing/json-value.ts';
import { compoundKey, filled, parseSiteAddress, tidy } from './parsing/record-values.ts';
import { type Outcome, reject, skip } from './row-outcome.ts';
import { parseCountryName } from './tables/values/country-name.ts';
import { placeOfCode } from './us/edgar-places.ts';
import { type SecRow, secFiles } from './us/sec-files.ts';

/** In older responses a missing value is the word None. */
function stated(value: unknown, ...names: string[]): string {
  const text = tidy(textOf(value, ...names));
  return text === 'None' ? '' : text;
}

/** EDGAR distinguishes companies of the same name by a place or a word after the name: `WELLS FARGO & COMPANY/MN`, `IDT CORP /NEW/`. */
const mark = /(?:\s*[/\\](?:[A-Z]{2,3}[/\\]|[A-Z]{2}|NEW|ADR))+$|\s*[/\\]+$/;
const unmarked = (name: string) => name.replace(mark, '');
const nameOf = (filer: unknown) => unmarked(stated(filer, 'name'));

interface Seat {
  location: string;
  country?: string | undefined;
  state?: string | undefined;
}

/** The country in words; two letters may be the code of a state. */
function countryInWords(address: unknown): string | undefined {
  const names = [stated(address, 'country'), stated(address, 'stateOrCountryDescription')];
  return names.map((name) => (name.length > 2 ? parseCountryName(name) : undefined)).find(Boolean);
}

/** The country code is more reliable than the other code, which may be missing or a state of the United States. */
function seatAt(address: unknown): Seat {
  const code = stated(address, 'countryCode') || stated(address, 'stateOrCountry');
  const place = placeOfCode(code);
  const isElsewhere = textOf(address, 'isForeignLocation') === '1';
  // CA is California, unless the address is marked as foreign: then it is ambiguous.
  const known = isElsewhere && place?.country === 'US' ? undefined : place;
  const zip = stated(address, 'zipCode').replace(/^0+$/, '');
  const town = [stated(address, 'city'), known?.state?.slice(3), zip].filter(Boolean).join(' ');
  const lines = [stated(address, 'street1'), stated(address, 'street2'), town];
  const seat = known ?? { country: countryInWords(address) };
  return { location: lines.filter(Boolean).join(', '), ...seat };
}

function seatOf(filer: unknown): Seat {
  const business = seatAt(memberOf(filer, 'addresses', 'business'));
  return business.location ? business : seatAt(memberOf(filer, 'addresses', 'mailing'));
}

function formerNames(filer: unknown): string[] {
  const name = nameOf(filer).toLowerCase();
  const names = listOf(filer, 'formerNames').map((former) => nameOf(former));
  return [...new Set(names.filter((former) => former && former.toLowerCase() !== name))];
}

const exchangesOf = (filer: unknown): string[] => [
  ...new Set(
    listOf(filer, 'exchanges')
      .map((exchange) => stated(exchange))
      .filter(Boolean),
  ),
];

/** The lines of a category are separated by a tag, which may also come first. */
function registerLabel(filer: unknown): string {
  const category = stated(filer, 'category')
    .split(/<br\s*\/?>/i)
    .map(tidy)
    .filter(Boolean)
    .join(', ');
  const exchanges = exchangesOf(filer);
  return `${category || 'Filer'}${exchanges.length > 0 ? `, listed on ${exchanges.join(' and ')}` : ''}`;
}

/** The SEC adds its own codes to the classification: for these only the sector is used. */
function industryOf(filer: unknown): Partial<CompanyRecord> {
  const sic = stated(filer, 'sic');
  if (isCode('sic', sic)) return { industry_codes: { sic } };
  const sector = /^\d{4}$/.test(sic) ? sectorOf('sic', sic) : undefined;
  return sector ? { industries: [sector] } : {};
}

function identifiersOf(filer: unknown, cik: string): NonNullable<CompanyRecord['identifiers']> {
  const lei = parseLei(stated(filer, 'lei'));
  const ein = parseUsEin(stated(filer, 'ein'));
  return { cik, ...(lei && { lei }), ...(ein && { registrations: { 'us-ein': ein } }) };
}

/** Fewer digits are not a valid phone number. */
const isPhone = (text: string) => text.replace(/\D/g, '').length >= 7;

function detailsOf(filer: unknown): Partial<CompanyRecord> {
  const { location, country, state } = seatOf(filer);
  const phone = stated(filer, 'phone');
  return filled({
    former_names: formerNames(filer),
    website: parseSiteAddress(stated(filer, 'website')),
    description: stated(filer, 'description'),
    hq_location: location,
    hq_country: country,
    company_type: exchangesOf(filer).some((exchange) => exchange !== 'OTC') ? 'Public Company' : undefined,
    locations: location ? [location] : [],
    phones: isPhone(phone) ? [phone] : [],
    states: state ? [state] : [],
    org_registers: { sec: registerLabel(filer) },
    ...industryOf(filer),
  });
}

function toFiler(filer: unknown): Outcome {
  if (memberOf(filer, 'accessionNumber')) return skip('older filings');
  const cik = parseCik(stated(filer, 'cik'));
  if (!cik) return reject('cik must be 1 to 10 digits');
  if (stated(filer, 'entityType') !== 'operating') return skip('not an operating company');
  const name = nameOf(filer);
  if (!name) return reject('name is empty', cik);
  return {
    type: 'company',
    key: cik,
    country: 'US',
    name,
    identifiers: identifiersOf(filer, cik),
    ...detailsOf(filer),
  };
}

/** A separate key: the list has fewer fields than the filer's document, and would replace it. */
function toListed({ cik: text, name: title }: Extract<SecRow, { kind: 'listing' }>): Outcome {
  const cik = parseCik(text);
  if (!cik) return reject('cik must be 1 to 10 digits');
  const key = compoundKey('tickers', cik);
  const name = unmarked(tidy(title));
  if (!name) return reject('name is empty', key);
  return { type: 'company', key, country: 'US', name, identifiers: { cik } };
}

/** Companies that file with the Securities and Exchange Commission. */
export const usSec = defineSource({
  id: 'us-sec',
  title: 'SEC EDGAR, filers and tickers',
  country: 'US',
  license: 'Public domain (United States)',
  attribution: 'Contains data of EDGAR, U.S. Securities and Exchange Commission (public domain).',
  homepage: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
  class: 'register',
  // No file contains all companies, and companies that ever filed are never removed.
  whole: false,
  expected: { min: 1, max: 3_000_000 },
  format: secFiles,
  toRecord: (row) => (row.kind === 'listing' ? toListed(row) : toFiler(row.filer)),
});
