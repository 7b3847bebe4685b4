import type { CompanyRecord } from '@orgdex/contract';
import { type Nzbn, parseNzbn } from '../rules/identifiers/register-numbers.ts';
import { isCode } from '../rules/industries/sector.ts';
import { parseRegion } from '../rules/places/region.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { parseAuDate, parseAuYear } from './parsing/days.ts';
import { compoundKey, filled, parseSiteAddress, registerLabel, tidy } from './parsing/record-values.ts';
import { type Outcome, reject, skip } from './row-outcome.ts';
import { parseCountryName } from './tables/values/country-name.ts';

const table = { separator: ',', quotes: true } as const;

const core = {
  ...table,
  // Directors and shareholders are people, and other tables are not needed: those parts of the zip are never opened.
  parts:
    /companies_(?:core_data|registered_office_address|trading_name|website|business_industry_classification)\.csv$/i,
  // biome-ignore format: in the order of the file
  columns: ['NZBN', 'COMPANY_IDENTIFIER', 'ENTITY_NAME', 'REGISTRATION_DATE', 'ENTITY_TYPE', 'ENTITY_STATUS'],
  optional: ['REMOVAL_DATE'],
} as const;

const addressLines = [
  'REGISTERED_OFFICE_ADDRESS_1',
  'REGISTERED_OFFICE_ADDRESS_2',
  'REGISTERED_OFFICE_ADDRESS_3',
  'REGISTERED_OFFICE_ADDRESS_4',
] as const;
const postcode = 'REGISTERED_OFFICE_ADDRESS_POSTCODE';
const country = 'REGISTERED_OFFICE_ADDRESS_COUNTRY';
const since = 'START_DATE';
const office = {
  ...table,
  columns: ['NZBN', ...addressLines, postcode, country],
  optional: [since, 'ENTITY_NAME'],
  // The layout until August 2026.
  otherNames: Object.fromEntries(addressLines.map((name) => [name, [name.replace('ADDRESS', 'ADDRESS_ADDRESS')]])),
} as const;

const tradingName = { ...table, columns: ['NZBN', 'TRADING_NAME'], optional: [since] } as const;
const website = { ...table, columns: ['NZBN', 'WEBSITE'], optional: [since] } as const;
const industry = { ...table, columns: ['NZBN', 'INDUSTRY_CLASSIFICATION_CODE'], optional: [since] } as const;

type Layout = Record<'columns' | 'optional', readonly string[]>;
type RowOf<Given extends Layout> = Record<Given['columns' | 'optional'][number], string>;
type CoreRow = RowOf<typeof core>;
type OfficeRow = RowOf<typeof office>;
type Row = CoreRow | OfficeRow | RowOf<typeof tradingName> | RowOf<typeof website> | RowOf<typeof industry>;

/** By code, as the register's API writes it, and by name, as its files do. */
const isCooperative = (type: string) => /^(?:COOP|NZ Co-?operative Company)$/i.test(type);
const isOverseas = (type: string) => /^(?:(?:NON_)?ASIC|Overseas .*)$/i.test(type);

/** A limited company may be public or private: the type does not say. */
function companyTypeOf(type: string): CompanyRecord['company_type'] {
  if (isCooperative(type)) return 'Cooperative';
  return isOverseas(type) ? 'Foreign Branch' : undefined;
}

const standingOf = (row: CoreRow): string =>
  registerLabel({
    status: tidy(row.ENTITY_STATUS),
    stands: tidy(row.ENTITY_STATUS) === 'Registered',
    registered: parseAuDate(row.REGISTRATION_DATE),
    ended: parseAuDate(row.REMOVAL_DATE),
  });

function toCompany(row: CoreRow, nzbn: Nzbn): Outcome {
  const name = tidy(row.ENTITY_NAME);
  if (!name) return reject('ENTITY_NAME is empty', nzbn);
  const number = row.COMPANY_IDENTIFIER.trim();
  const type = tidy(row.ENTITY_TYPE);
  const overseas = isOverseas(type);
  return {
    type: 'company',
    key: nzbn,
    country: 'NZ',
    name,
    identifiers: number ? { nzbn, registrations: { 'nz-company': number } } : { nzbn },
    ...filled({
      // By law a New Zealand company has its office there; an overseas company registers only its branch.
      hq_country: overseas ? undefined : 'NZ',
      company_type: companyTypeOf(type),
      year_founded: overseas ? undefined : parseAuYear(row.REGISTRATION_DATE),
      org_registers: row.ENTITY_STATUS.trim() ? { nzbn: standingOf(row) } : undefined,
    }),
  };
}

/** The company of a row in another table, and since when the row applies: the later of two websites wins. */
interface Subject {
  nzbn: Nzbn;
  observed: string | undefined;
}

/** A row of another table: added to the company by its number, and not a company alone. */
const addition = (
  { nzbn, observed }: Subject,
  key: readonly string[],
  stated: Partial<CompanyRecord>,
): CompanyRecord => ({
  type: 'company',
  key: compoundKey(nzbn, ...key),
  country: 'NZ',
  ...filled({ observed }),
  identifiers: { nzbn },
  ...stated,
});

/** By law, the name of a limited company ends with this word. Foreign forms, such as `Pty Limited`, do not count. */
const isNamedAsHere = (name: string) => /(?<!\b(?:Pty|Proprietary|Pte|Private|Pvt)\.? )\bLimited\)?$/i.test(name);

function toOffice(row: OfficeRow, subject: Subject): Outcome {
  const lines = addressLines.map((name) => tidy(row[name])).filter(Boolean);
  const address = tidy(`${lines.join(', ')} ${row[postcode]}`);
  if (!address) return skip('no address');
  const code = row[country].trim() === '' ? 'NZ' : parseCountryName(row[country]);
  // The last line is the town; if it is not also the name of a region, the region is unknown.
  const state = code === 'NZ' ? parseRegion('NZ', lines.at(-1) ?? '') : undefined;
  // An office abroad is the headquarters of an overseas company; an office here may be a branch, and the row has no type.
  const isSeat = code !== 'NZ' || isNamedAsHere(tidy(row.ENTITY_NAME));
  const stated = filled({
    hq_location: isSeat ? address : '',
    hq_country: code === 'NZ' ? undefined : code,
    locations: [address],
    states: state ? [state] : [],
  });
  return addition(subject, ['office', address], stated);
}

function toTradingName(cell: string, subject: Subject): Outcome {
  const name = tidy(cell);
  if (/^(?:no trading name)?$/i.test(name)) return skip('no trading name');
  return addition(subject, ['trading', name], { trading_names: [name] });
}

function toWebsite(cell: string, subject: Subject): Outcome {
  if (/^(?:no website)?$/i.test(tidy(cell))) return skip('no website');
  const address = parseSiteAddress(cell);
  if (!address) return skip('WEBSITE is not a URL');
  return addition(subject, ['website', address], { website: address });
}

/** A letter and six digits, of which the first four are the class of ANZSIC. */
function toIndustry(cell: string, subject: Subject): Outcome {
  const [code = '', anzsic = ''] = /^[A-S](\d{4})\d{2}$/i.exec(cell.trim()) ?? [];
  if (!isCode('anzsic', anzsic)) return skip('not an ANZSIC class');
  return addition(subject, ['industry', code], { industry_codes: { anzsic } });
}

function toRecord(row: Row): Outcome {
  const nzbn = parseNzbn(row.NZBN);
  if (!nzbn) return reject('NZBN: check digit does not match');
  if ('ENTITY_STATUS' in row) return toCompany(row, nzbn);
  const subject = { nzbn, observed: parseAuDate(row[since]) };
  if ('TRADING_NAME' in row) return toTradingName(row.TRADING_NAME, subject);
  if ('WEBSITE' in row) return toWebsite(row.WEBSITE, subject);
  if ('INDUSTRY_CLASSIFICATION_CODE' in row) return toIndustry(row.INDUSTRY_CLASSIFICATION_CODE, subject);
  return toOffice(row, subject);
}

/** New Zealand companies: a zip of several tables, each with other facts. */
export const nzNzbn = defineSource({
  id: 'nz-nzbn',
  title: 'New Zealand Companies Office, bulk data',
  country: 'NZ',
  license: 'Companies Office Bulk Data Access Agreement',
  attribution:
    'Contains data of the New Zealand Companies Register and the NZBN Register © Crown copyright, Ministry of Business, Innovation and Employment.',
  homepage: 'https://www.companiesoffice.govt.nz/',
  class: 'register',
  whole: true,
  expected: { min: 1_500_000, max: 15_000_000 },
  format: delimited(core, office, tradingName, website, industry),
  toRecord,
});
