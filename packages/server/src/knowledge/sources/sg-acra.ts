import type { CompanyRecord } from '@orgdex/contract';
import { parseUen, type Uen } from '../rules/identifiers/register-numbers.ts';
import { sectorOf } from '../rules/industries/sector.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { filled, registerLabel, tidy } from './parsing/record-values.ts';
import { type Outcome, reject, skip } from './row-outcome.ts';
import { parseDay } from './tables/values/clean-cell.ts';

type CompanyType = NonNullable<CompanyRecord['company_type']>;

const table = { separator: ',', quotes: true } as const;

const formerNames = Array.from({ length: 15 }, (_, n) => `former_entity_name${n + 1}` as const);
/** Collection 2: one file for each first letter. */
const entities = {
  ...table,
  // biome-ignore format: in the order of the file
  columns: [
    'uen', 'entity_name', 'entity_type_description', 'business_constitution_description', 'company_type_description',
    'entity_status_description', 'registration_incorporation_date', 'address_type', 'block', 'street_name', 'level_no',
    'unit_no', 'building_name', 'postal_code', 'other_address_line1', 'other_address_line2', 'primary_ssic_code',
    'secondary_ssic_code', ...formerNames,
  ],
} as const;

/** Collection 1: every UEN, from any agency. */
const uenList = {
  ...table,
  // biome-ignore format: in the order of the file
  columns: [
    'uen', 'issuance_agency_desc', 'uen_status_desc', 'entity_name', 'entity_type_desc', 'uen_issue_date',
    'reg_street_name', 'reg_postal_code',
  ],
} as const;

type EntityRow = Record<(typeof entities.columns)[number], string>;
type ListRow = Record<(typeof uenList.columns)[number], string>;

/** Company types in the files; a company limited by guarantee is not always a nonprofit. */
const types = new Map<string, CompanyType>([
  ['private company limited by shares', 'Private Company'],
  ['exempt private company limited by shares', 'Private Company'],
  ['unlimited private company', 'Private Company'],
  ['unlimited exempt private company', 'Private Company'],
  ['public company limited by shares', 'Public Company'],
  ['unlimited public company', 'Public Company'],
  ['partnership', 'Partnership'],
  ['limited partnership', 'Partnership'],
  ['limited partnerships', 'Partnership'],
  ['limited liability partnership', 'Partnership'],
  ['limited liability partnerships', 'Partnership'],
  ['sole-proprietor', 'Sole Proprietorship'],
  ['foreign company branch', 'Foreign Branch'],
]);

/** `na` means an empty cell. */
const stated = (cell: string): string => (/^\s*na\s*$/i.test(cell) ? '' : tidy(cell));

const typeOf = (...cells: string[]): CompanyType | undefined =>
  cells.map((cell) => types.get(stated(cell).toLowerCase())).find((type) => type !== undefined);

/** `10 ANG MO KIO STREET 65, #03-01 TECHPOINT, Singapore 569059` */
function addressOf(row: EntityRow): string {
  if (stated(row.address_type) === 'FOREIGN') {
    return [stated(row.other_address_line1), stated(row.other_address_line2)].filter(Boolean).join(', ');
  }
  const [level, unit, postalCode] = [stated(row.level_no), stated(row.unit_no), stated(row.postal_code)];
  const street = `${stated(row.block)} ${stated(row.street_name)}`;
  const building = `${level && unit ? `#${level}-${unit}` : ''} ${stated(row.building_name)}`;
  const parts = [street, building].map(tidy).filter(Boolean);
  return parts.length > 0 || postalCode ? [...parts, tidy(`Singapore ${postalCode}`)].join(', ') : '';
}

/** By code: the text next to it is often the company's own. Five digits; a code that lost a zero would mean something else. */
function sectorsOf(row: EntityRow): string[] {
  const codes = [row.primary_ssic_code, row.secondary_ssic_code].map(stated).filter((code) => /^\d{5}$/.test(code));
  const sectors = codes.map((code) => sectorOf('isic', code)).filter((sector) => sector !== undefined);
  return [...new Set(sectors)];
}

const standing = new Set(['Live', 'Live Company', 'Registered']);
const labelOf = (status: string, registered: string | undefined): string =>
  registerLabel({ status, stands: standing.has(status), registered });

const yearOf = (day: string | undefined) => (day ? Number(day.slice(0, 4)) : undefined);

function detailsOf(row: EntityRow, type: CompanyType | undefined): Partial<CompanyRecord> {
  const isBranch = type === 'Foreign Branch';
  const address = addressOf(row);
  const registered = parseDay(row.registration_incorporation_date);
  const status = stated(row.entity_status_description);
  return filled({
    former_names: [...new Set(formerNames.map((column) => stated(row[column] ?? '')))].filter(Boolean),
    // A branch has its headquarters abroad, and was founded before it was registered.
    hq_location: isBranch ? '' : address,
    hq_country: isBranch || stated(row.address_type) === 'FOREIGN' ? undefined : 'SG',
    company_type: type,
    year_founded: isBranch ? undefined : yearOf(registered),
    locations: address ? [address] : [],
    industries: sectorsOf(row),
    org_registers: status ? { acra: labelOf(status, registered) } : undefined,
  });
}

function toEntity(row: EntityRow, uen: Uen, switchedOn: ReadonlySet<string>): Outcome {
  const type = typeOf(row.company_type_description, row.business_constitution_description, row.entity_type_description);
  if (type === 'Sole Proprietorship' && !switchedOn.has('sole-proprietors')) return skip('sole proprietor');
  const name = tidy(row.entity_name);
  if (!name) return reject('entity_name is empty', uen);
  return { type: 'company', key: uen, country: 'SG', name, identifiers: { uen }, ...detailsOf(row, type) };
}

const isOfAcra = ({ issuance_agency_desc: agency }: ListRow) =>
  /^(?:ACRA|Accounting and Corporate Regulatory Authority)$/i.test(agency.trim());
const isFund = ({ entity_type_desc: type }: ListRow) => /^Variable Capital Compan(?:y|ies)$/i.test(type.trim());

/** Only entities that the other collection lacks: it has more fields for all others. */
function toListed(row: ListRow, uen: Uen): Outcome {
  if (isOfAcra(row) && !isFund(row)) return skip('listed in the ACRA corporate entities file');
  const name = tidy(row.entity_name);
  if (!name) return reject('entity_name is empty', uen);
  const [street, postalCode] = [stated(row.reg_street_name), stated(row.reg_postal_code)];
  const address = street || postalCode ? [street, tidy(`Singapore ${postalCode}`)].filter(Boolean).join(', ') : '';
  const issued = parseDay(row.uen_issue_date);
  const status = stated(row.uen_status_desc);
  const details = filled({
    hq_location: address,
    hq_country: 'SG',
    year_founded: isFund(row) ? yearOf(issued) : undefined,
    locations: address ? [address] : [],
    org_registers: status ? { uen: labelOf(status, issued) } : undefined,
  });
  return { type: 'company', key: uen, country: 'SG', name, identifiers: { uen }, ...details };
}

function toRecord(row: EntityRow | ListRow, switchedOn: ReadonlySet<string>): Outcome {
  const uen = parseUen(row.uen);
  if (!uen) return reject('uen: check letter does not match');
  return 'uen_status_desc' in row ? toListed(row, uen) : toEntity(row, uen, switchedOn);
}

/** Singapore companies, and in a second list the entities that other agencies register. */
export const sgAcra = defineSource({
  id: 'sg-acra',
  title: 'ACRA corporate entities and entities with a UEN',
  country: 'SG',
  license: 'Singapore Open Data Licence 1.0',
  attribution:
    'Contains information from "ACRA Information on Corporate Entities" and "Entities with Unique Entity ' +
    'Number", accessed on the day of each import, made available under the terms of the Singapore Open Data ' +
    'Licence version 1.0.',
  homepage: 'https://data.gov.sg/collections/2/view',
  class: 'register',
  whole: true,
  complete: true,
  expected: { min: 1_500_000, max: 6_000_000 },
  switches: { 'sole-proprietors': 'businesses owned by one person, often under their own name' },
  format: delimited(entities, uenList),
  toRecord,
});
