import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Company, type CompanyRecord } from '@orgdex/contract';
import { isIdentityField, isRegionalCode } from '../../packages/server/src/knowledge/profiles/fields.ts';
import { type SourceClass, sourceClasses } from '../../packages/server/src/knowledge/profiles/precedence.ts';
import { buildProfile } from '../../packages/server/src/knowledge/profiles/profile.ts';
import {
  canadianPrefixes,
  crosswalk,
  ksicPrefixes,
} from '../../packages/server/src/knowledge/rules/industries/sector-labels.ts';
import { builtInRates } from '../../packages/server/src/knowledge/rules/money/exchange-rates.ts';
import type { AnySource } from '../../packages/server/src/knowledge/sources/define-source.ts';
import { sources } from '../../packages/server/src/knowledge/sources/index.ts';
import { type Field, fields, labelOf } from '../../packages/server/src/pipeline/coverage/counted-fields.ts';
import { toCompanyRow } from '../../packages/server/src/pipeline/imports/stage/company-row.ts';
import { code, page, table } from './markdown.ts';

/** One source, and the fields that it provides. */
interface Column {
  id: string;
  class: SourceClass;
  fills(field: string): boolean;
}

const fixtures = join(import.meta.dirname, '../../packages/server/fixtures/sources');

/** The fields that a record provides, read the way an import reads it. */
function filledBy(record: CompanyRecord): string[] {
  const row = toCompanyRow(record);
  if ('reason' in row) return [];
  const { key, country } = row;
  const statement = { source: '', ...sourceClasses.own, key, country, observed: '', content: JSON.parse(row.content) };
  return Object.keys(buildProfile('', [statement], builtInRates).provenance.base);
}

/** The records that the sample file of a source yields. */
function recordsOf(id: string): CompanyRecord[] {
  const read = JSON.parse(readFileSync(join(fixtures, id, 'records.json'), 'utf8')) as { record?: CompanyRecord }[];
  return read.flatMap(({ record }) => (record?.type === 'company' ? [record] : []));
}

function columnOf({ id, class: sourceClass }: AnySource): Column {
  const filled = new Set(recordsOf(id).flatMap(filledBy));
  return { id, class: sourceClass, fills: (field) => filled.has(field) };
}

const own: Column = { id: 'your files', class: 'own', fills: () => true };

/** The rank of each source that provides the field; sources of one class share a rank. */
function ranksOf(field: string, columns: readonly Column[]): string[] {
  const order = isIdentityField(field) ? 'identityPrecedence' : 'precedence';
  const placeOf = (column: Column) => sourceClasses[column.class][order];
  const places = [...new Set(columns.filter((column) => column.fills(field)).map(placeOf))].sort((a, b) => a - b);
  return columns.map((column) => (column.fills(field) ? String(places.indexOf(placeOf(column)) + 1) : ''));
}

const shapes = Company.properties as unknown as Record<string, { type?: unknown; 'x-region'?: boolean }>;

function ruleOf(field: Field): string {
  const { type, 'x-region': regional = isRegionalCode(labelOf(field)) } = shapes[field.name] ?? {};
  const rule = type === 'array' ? 'all' : type === 'object' ? 'each key' : 'first';
  return regional ? `${rule}, by country` : rule;
}

/** Nested fields are listed one by one where a register or dataset provides them, and as a whole otherwise. */
function shownFields(columns: readonly Column[]): Field[] {
  const isFilled = ({ name }: Field) => columns.some((column) => column.fills(name));
  const shownGroups = new Set(fields.filter(isFilled).map(({ group }) => group));
  return fields.filter((field) => (field.group ? isFilled(field) : !shownGroups.has(field.name)));
}

function planTable(): string {
  const columns = sources.map(columnOf);
  const rows = shownFields(columns).map((field) => [
    code(field.name),
    ruleOf(field),
    ...ranksOf(field.name, [own, ...columns]),
  ]);
  return table(['Field', 'Rule', own.id, ...columns.map(({ id }) => code(id))], rows);
}

/** Register numbers without a field of their own, by the code that records use for them. */
function registrationTable(): string {
  const stated = sources.flatMap(({ id }) =>
    recordsOf(id)
      .flatMap(({ identifiers }) => Object.keys(identifiers?.registrations ?? {}))
      .map((register) => ({ id, register })),
  );
  const byRegister = Map.groupBy(
    stated.filter(({ register }) => !register.startsWith('gleif-')),
    ({ register }) => register,
  );
  const rows = [...byRegister]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([register, all]) => [code(register), [...new Set(all.map(({ id }) => code(id)))].join(', ')]);
  return table(['Code', 'Sources'], rows);
}

const differencesOf = (national: Readonly<Record<string, string>>): string =>
  Object.entries(national)
    .map(([sector, prefixes]) => `${prefixes} (${sector})`)
    .join(', ');

const crosswalkTable = (): string =>
  table(
    ['Sector', 'NAICS 2022', 'ANZSIC 2006', 'SIC 1987', 'ISIC 4'],
    crosswalk.map(([sector, { naics, anzsic, sic, isic }]) => [sector, naics, anzsic, sic, isic]),
  );

/** Which source provides which field of the profile, which one wins, and which values are derived. */
export const fieldPlanPage = (): string =>
  page('Fields', "the records of each source's fixture and packages/server/src/knowledge/profiles", [
    'Which source provides which field of a company profile, and which one wins: **1** wins over 2, and so on. Between sources of the same rank, the newer record wins, then the name of the source decides. Your own files can provide every field. The table is derived from the sample file of each source.',
    [
      '- *first*: the value of the highest-ranked source; *all*: the values of all sources, in this order, without duplicates; *each key*: for each key, the value of the highest-ranked source.',
      '- *by country*: records of the requested country win over all others, whatever their rank. If they have no value, the value is the same as for other countries.',
      '- Registers win over your own files for the name, the identifiers and the register status of a company.',
    ].join('\n'),
    planTable(),
    '## Numbers of other registers',
    'These numbers are not part of the profile, but they link records of the same company. Records contain them in `identifiers.registrations` ([records](records.md)); `orgdex company explain reg.<code>:<number>` finds a company by one. A register without a code in this table has the code `gleif-` followed by its GLEIF registration authority code.',
    registrationTable(),
    '## Derived values',
    [
      '- `company_size` is derived from the `employee_count` of the same source.',
      '- `revenue`: an amount is converted to US dollars at the average exchange rate of its year, or of the nearest year within three; without a year, of the latest year. The rates are in [exchange-rates.csv](exchange-rates.csv); set `ORGDEX_EXCHANGE_RATES` to use your own table in the same format. An amount in a currency without a rate is ignored.',
      '- `industries` are derived from the industry codes of a record without industry names, using the table below. Industry codes are never derived from each other.',
      '- `fqdn` is derived from the host of `website`, unless many companies share that host.',
      '- `hq_country` is derived from `hq_location` if it ends with the name of one of the `states` of the same record: `Sydney, New South Wales` and `AU-NSW`.',
      '- `states` are ISO 3166-2 codes where the region is known.',
    ].join('\n'),
    '## Sectors',
    `An industry code belongs to the sector with the longest matching prefix. National classifications based on ISIC (SSIC, MSIC, KBLI, PSIC, VSIC, TSIC, KSIC) use the ISIC column. Exceptions: Korea's KSIC ${differencesOf(ksicPrefixes)}; Canada's NAICS ${differencesOf(canadianPrefixes)}.`,
    crosswalkTable(),
  ]);
