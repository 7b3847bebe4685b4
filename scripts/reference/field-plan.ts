import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Company, type CompanyRecord } from '@orgdex/contract';
import { type Field, fields, labelOf } from '../../packages/server/src/coverage/fields.ts';
import { toCompanyRow } from '../../packages/server/src/ingest/company-row.ts';
import { isIdentityField, isRegionalCode } from '../../packages/server/src/profiles/fields.ts';
import { type SourceClass, sourceClasses } from '../../packages/server/src/profiles/precedence.ts';
import { buildProfile } from '../../packages/server/src/profiles/profile.ts';
import { builtInRates } from '../../packages/server/src/rules/rates.ts';
import { canadianPrefixes, crosswalk, ksicPrefixes } from '../../packages/server/src/rules/sector-crosswalk.ts';
import type { AnySource } from '../../packages/server/src/sources/define-source.ts';
import { sources } from '../../packages/server/src/sources/index.ts';
import { code, page, table } from './markdown.ts';

/** What one source fills. */
interface Column {
  id: string;
  class: SourceClass;
  fills(field: string): boolean;
}

const fixtures = join(import.meta.dirname, '../../packages/server/fixtures/sources');

/** The fields that a record fills, taken in as an import does it. */
function filledBy(record: CompanyRecord): string[] {
  const row = toCompanyRow(record);
  if ('reason' in row) return [];
  const { key, country } = row;
  const said = { source: '', ...sourceClasses.own, key, country, observed: '', content: JSON.parse(row.content) };
  return Object.keys(buildProfile('', [said], builtInRates).provenance.base);
}

/** What became of the sample of a source. */
function recordsOf(id: string): CompanyRecord[] {
  const read = JSON.parse(readFileSync(join(fixtures, id, 'records.json'), 'utf8')) as { record?: CompanyRecord }[];
  return read.flatMap(({ record }) => (record?.type === 'company' ? [record] : []));
}

function columnOf({ id, class: sourceClass }: AnySource): Column {
  const filled = new Set(recordsOf(id).flatMap(filledBy));
  return { id, class: sourceClass, fills: (field) => filled.has(field) };
}

const own: Column = { id: 'own files', class: 'own', fills: () => true };

/** The rank of each column that fills the field; columns of one class share theirs. */
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

/** Fields that registers or datasets fill, parts of a group one by one; of what only own files fill, the first level. */
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
  return table(['Field', 'Taken', own.id, ...columns.map(({ id }) => code(id))], rows);
}

/** Numbers that have no field of their own, by the code under which records hold them. */
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
  return table(['Code', 'Stated by'], rows);
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

/** Which source fills which field of the profile, who wins, and what is worked out. */
export const fieldPlanPage = (): string =>
  page('Fields', "the records of each source's fixture and packages/server/src/profiles", [
    'Which source fills which field of a company, as its sample shows it. **1** wins over 2, and so on; sources of one rank are told apart by the newer observation, then by name. Own files can fill every field.',
    [
      '- *first*: the first value that is said; *all*: the values of all, in this order, each once; *each key*: the first value of each key.',
      "- *by country*: a record of the country that is asked for goes before all others, whatever its rank; a field that its records do not fill is the base's.",
      '- Registers go before own files for what a company is called and known by, and for its status.',
    ].join('\n'),
    planTable(),
    '## Numbers of other registers',
    'Numbers that are no field of a profile join records all the same. A record states them under `identifiers.registrations` ([records](records.md)), and `orgdex company explain reg.<code>:<number>` finds by them. A register that has no code here is `gleif-` and its code in the list of GLEIF.',
    registrationTable(),
    '## What is worked out',
    [
      '- `company_size` from `employee_count`, where the same source gives the count.',
      '- `revenue`: an amount becomes the band in US dollars of the average rate of its year, or of the nearest year within three; without a year, of the newest. The rates are in [exchange-rates.csv](exchange-rates.csv); `ORGDEX_EXCHANGE_RATES` names a table of your own in the same form. A currency that it does not have gives no band.',
      '- `industries` from the codes of a record that names no industry, by the table below. Codes are never worked out from one another.',
      '- `fqdn` from the host of `website`, unless many companies share that host.',
      '- `hq_country` from `hq_location`, where it ends with the name of one of the `states` of the same record: `Sydney, New South Wales` and `AU-NSW`.',
      '- `states` are codes of ISO 3166-2, where the region is known.',
    ].join('\n'),
    '## Sectors',
    `The longest prefix decides. National classifications that are built on ISIC (SSIC, MSIC, KBLI, PSIC, VSIC, TSIC, KSIC) go by its column; Korea's KSIC differs in ${differencesOf(ksicPrefixes)}, Canada's NAICS in ${differencesOf(canadianPrefixes)}.`,
    crosswalkTable(),
  ]);
