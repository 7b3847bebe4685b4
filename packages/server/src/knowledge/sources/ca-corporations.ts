import type { CompanyRecord } from '@orgdex/contract';
import { parseCaBn } from '../rules/identifiers/register-numbers.ts';
import { parseRegion } from '../rules/places/region.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { filled, tidy } from './parsing/record-values.ts';
import { type Outcome, reject } from './row-outcome.ts';
import { parseCountryName } from './tables/values/country-name.ts';

// biome-ignore format: in the order of the file
const columns = [
  'Corporation number', 'Business number (BN)', 'Corporate name - form 1', 'Corporate name - form 2',
  'Governing legislation', 'Status', 'Street', 'Street 2', 'City/town', 'Province/territory', 'Country', 'Postal code',
] as const;
/** The layout since 2026. */
const optional = ['Status Detail'] as const;
type Row = Record<(typeof columns)[number] | (typeof optional)[number], string>;

/** Acts that create only one type of company; a business corporation may be public or private. */
const types = new Map<string, CompanyRecord['company_type']>([
  ['canada not-for-profit corporations act', 'Nonprofit'],
  ['canada cooperatives act', 'Cooperative'],
]);

function addressOf(row: Row): string {
  const town = [row['City/town'], row['Province/territory'], row['Postal code']].join(' ');
  return [row.Street, row['Street 2'], town].map(tidy).filter(Boolean).join(', ');
}

function detailsOf(row: Row): Partial<CompanyRecord> {
  const address = addressOf(row);
  const country = row.Country.trim() === '' ? 'CA' : parseCountryName(row.Country);
  const state = country === 'CA' ? parseRegion('CA', row['Province/territory']) : undefined;
  const status = tidy(row['Status Detail']) || tidy(row.Status);
  return filled({
    hq_location: address,
    hq_country: country,
    company_type: types.get(tidy(row['Governing legislation']).toLowerCase()),
    locations: address ? [address] : [],
    states: state ? [state] : [],
    // No date: the anniversary is that of the annual return, not of the incorporation.
    org_registers: status ? { ised: status } : undefined,
  });
}

/** In English, French or both: if there are two, both are legal names. */
const namesOf = (row: Row) =>
  [row['Corporate name - form 1'], row['Corporate name - form 2']].map(tidy).filter(Boolean);

function toRecord(row: Row): Outcome {
  const number = row['Corporation number'].replace(/[\s-]/gu, '');
  if (!/^\d{1,9}$/.test(number)) return reject('Corporation number is not a number');
  const [name, ...otherNames] = namesOf(row);
  if (!name) return reject('Corporate name is empty', number);
  // An invalid number is ignored, because the corporation number identifies the company.
  const bn = parseCaBn(row['Business number (BN)']);
  return {
    type: 'company',
    key: number,
    country: 'CA',
    name,
    ...filled({ trading_names: otherNames.filter((other) => other !== name) }),
    identifiers: { registrations: { 'ca-corporation': number, ...(bn && { 'ca-bn': bn }) } },
    ...detailsOf(row),
  };
}

/** Federal corporations of Canada, active and inactive. Provincial corporations are not included. */
export const caCorporations = defineSource({
  id: 'ca-corporations',
  title: 'Corporations Canada, federal corporations',
  country: 'CA',
  license: 'Open Government Licence – Canada',
  attribution: 'Contains information of Corporations Canada licensed under the Open Government Licence – Canada.',
  homepage: 'https://open.canada.ca/data/en/dataset/0032ce54-c5dd-4b66-99a0-320a7b5e99f2',
  class: 'register',
  whole: true,
  expected: { min: 600_000, max: 3_000_000 },
  format: delimited({ separator: ',', quotes: true, columns, optional }),
  toRecord,
});
