import type { CompanyRecord } from '@orgdex/contract';
import { parseAbn, parseAcn } from '../rules/identifiers/register-numbers.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { parseAuDate, parseAuYear } from './parsing/days.ts';
import { compoundKey, filled, registerLabel, tidy } from './parsing/record-values.ts';
import { type Outcome, reject } from './row-outcome.ts';

// biome-ignore format: in the order of the file
const columns = [
  'Company Name', 'ACN', 'Type', 'Sub Class', 'Status', 'Date of Registration', 'Date of Deregistration',
  'Current Name Indicator', 'ABN', 'Current Name',
] as const;
type Row = Record<(typeof columns)[number], string>;
type CompanyType = CompanyRecord['company_type'];

/** Codes that are not listed are kept unchanged. */
const statuses = new Map(
  Object.entries({
    REGD: 'Registered',
    EXAD: 'Under external administration',
    SOFF: 'Strike-off action in progress',
    DRGD: 'Deregistered',
    DISS: 'Dissolved by special act of parliament',
    DIV3: 'Registration transferred',
    NOAC: 'Not active',
    NRGD: 'Not registered',
    PEND: 'Pending',
    PROV: 'Provisional',
  }),
);

/** The subclass is more specific than the type. An association (ASSN) or registered body (RACN) is not always a nonprofit. */
const subClasses = new Map<string, CompanyType>(['PNPC', 'ULSN', 'LISN'].map((code) => [code, 'Nonprofit']));
const types = new Map<string, CompanyType>([
  ['APTY', 'Private Company'],
  ['APUB', 'Public Company'],
  ['FNOS', 'Foreign Branch'],
  ['TRST', 'Trust'],
]);

/** Companies that are founded by registration; the other types register a body that already exists. */
const foundedByRegistration = new Set(['APTY', 'APUB']);

const statusOf = ({ Status }: Row): string => statuses.get(Status.trim()) ?? Status.trim();

const standingOf = (row: Row): string =>
  registerLabel({
    status: statusOf(row),
    stands: statusOf(row) === 'Registered',
    registered: parseAuDate(row['Date of Registration']),
    ended: parseAuDate(row['Date of Deregistration']),
  });

/** Spreadsheets drop leading zeros. */
const withZeros = (digits: string) => (/^\d{1,8}$/.test(digits) ? digits.padStart(9, '0') : digits);

/** The name in the row, and the company's numbers. */
interface Named {
  name: string;
  identifiers: { acn: string; abn?: string };
}

function toCurrent(row: Row, { name, identifiers }: Named): CompanyRecord {
  const type = row.Type.trim();
  const status = statusOf(row);
  return {
    type: 'company',
    key: identifiers.acn,
    country: 'AU',
    name,
    identifiers,
    ...filled({
      // A foreign company has its headquarters abroad; the register does not say where.
      hq_country: type === 'FNOS' ? undefined : 'AU',
      company_type: subClasses.get(row['Sub Class'].trim()) ?? types.get(type),
      year_founded: foundedByRegistration.has(type) ? parseAuYear(row['Date of Registration']) : undefined,
      // Not abn_operation_status, which is the status of the ABN: the ABN register provides it.
      org_registers: status ? { asic: standingOf(row) } : undefined,
    }),
  };
}

/** Only the name: everything else is in the row of the current name. */
const toFormer = (row: Row, { name, identifiers }: Named): CompanyRecord => ({
  type: 'company',
  key: compoundKey(identifiers.acn, name),
  country: 'AU',
  identifiers,
  ...filled({ name: tidy(row['Current Name']) }),
  former_names: [name],
});

function toRecord(row: Row): Outcome {
  const acn = parseAcn(withZeros(row.ACN.trim()));
  if (!acn) return reject('ACN: check digit does not match');
  const isCurrent = row['Current Name Indicator'].trim() === 'Y';
  const name = tidy(row['Company Name']);
  if (!name) return reject('Company Name is empty', isCurrent ? acn : undefined);
  // A missing ABN is empty or 0; an invalid ABN is ignored, because the ACN identifies the company.
  const abn = parseAbn(row.ABN);
  const named = { name, identifiers: abn ? { acn, abn } : { acn } };
  return isCurrent ? toCurrent(row, named) : toFormer(row, named);
}

/** Australian companies: one row for each current or former name of a company. */
export const auAsicCompanies = defineSource({
  id: 'au-asic-companies',
  title: 'ASIC company register',
  country: 'AU',
  license: 'CC-BY-3.0-AU',
  attribution:
    'Contains data of the company register © Australian Securities and Investments Commission (ASIC), CC BY 3.0 AU.',
  homepage: 'https://data.gov.au/data/dataset/asic-companies',
  class: 'register',
  whole: true,
  expected: { min: 2_500_000, max: 6_000_000 },
  format: delimited({ separator: '\t', quotes: false, columns }),
  toRecord,
});
