import { formatNumber } from '../../packages/server/src/format-number.ts';
import { companyFields, companyLists } from '../../packages/server/src/sources/own/company-fields.ts';
import { maxColumns } from '../../packages/server/src/sources/own/map-columns.ts';
import { nameHeaders, peopleFields } from '../../packages/server/src/sources/own/people-fields.ts';
import { contactFields } from '../../packages/server/src/sources/own/to-person.ts';
import { code, page, table } from './markdown.ts';

/** What is special about a field, by its name; most have nothing. */
type Remark = (field: string) => string;

const fieldsOf = (fields: Readonly<Record<string, readonly string[]>>, remark: Remark): string =>
  table(
    ['Field', 'Headers, most likely first', ''],
    Object.entries(fields).map(([field, headers]) => [code(field), headers.join(', '), remark(field)]),
  );

const contacts = new Set<string>(contactFields);

const ofCompanies: Remark = (field) => {
  if (field === 'name') return 'required';
  return companyLists.has(field) ? 'list: uses every matching column' : '';
};

const ofPeople: Remark = (field) => {
  if (field.startsWith('company.')) return 'one of these is required';
  return contacts.has(field) ? 'sets a flag; the value is discarded' : '';
};

/** Which headers of an operator's own table are recognised. */
export const ownTablesPage = (): string =>
  page('Own tables', 'packages/server/src/sources/own/company-fields.ts and people-fields.ts', [
    'These are the fields of `orgdex import companies` and `orgdex import people`, and the column headers that are mapped to them automatically. Case, spaces and `_ - . / : ( )` do not matter: `Company Name`, `company_name` and `companyName` are the same header. Where two columns match one field, the more likely header is used; `--dry-run` shows which. `--map "Their column=field"` maps any other column; `--map "Their column="` ignores a column.',
    `A table can have up to ${formatNumber(maxColumns)} columns, as many as a spreadsheet.`,
    '## Companies',
    fieldsOf(companyFields, ofCompanies),
    '## People',
    fieldsOf(peopleFields, ofPeople),
    `Columns with a person’s name are always ignored and cannot be mapped: ${nameHeaders.join(', ')}.`,
  ]);
