import { companyFields, companyLists } from '../../packages/contract/src/company-headers.ts';
import { formatNumber } from '../../packages/server/src/core/output/numbers.ts';
import { maxColumns } from '../../packages/server/src/knowledge/sources/tables/map-columns.ts';
import { nameHeaders, peopleFields } from '../../packages/server/src/knowledge/sources/tables/people-fields.ts';
import { contactFields } from '../../packages/server/src/knowledge/sources/tables/to-person.ts';
import { code, page, table } from './markdown.ts';

/** A note about a field, or an empty string. */
type Remark = (field: string) => string;

const fieldsOf = (fields: Readonly<Record<string, readonly string[]>>, remark: Remark): string =>
  table(
    ['Field', 'Recognized column names, in order of preference', 'Note'],
    Object.entries(fields).map(([field, headers]) => [code(field), headers.map(code).join(', '), remark(field)]),
  );

const contacts = new Set<string>(contactFields);

const ofCompanies: Remark = (field) => {
  if (field === 'name') return 'required';
  return companyLists.has(field) ? 'list: all matching columns are used' : '';
};

const ofPeople: Remark = (field) => {
  if (field === 'company.country') return 'country of the company that `company.name` names; default: `country`';
  if (field.startsWith('company.')) return 'at least one of these or `email` is required';
  if (field === 'email') return 'sets a flag; its domain can name the company; the address is discarded';
  return contacts.has(field) ? 'sets a flag; the value is discarded' : '';
};

/** The column names that are recognized in an operator's own files. */
export const ownTablesPage = (): string =>
  page(
    'Columns of your own files',
    'packages/contract/src/company-headers.ts and packages/server/src/knowledge/sources/tables/people-fields.ts',
    [
      '`orgdex import companies` and `orgdex import people` recognize these column names. Case, spaces and `_ - . / : ( )` are ignored: `Company Name`, `company_name` and `companyName` are the same. If several columns match a field, the first in this list is used, and `--dry-run` reports it. Use `--map "Your column=field"` to map a column yourself, and `--map "Your column="` to ignore one.',
      `A file can have up to ${formatNumber(maxColumns)} columns, as many as a spreadsheet.`,
      '## Companies',
      fieldsOf(companyFields, ofCompanies),
      '## People',
      fieldsOf(peopleFields, ofPeople),
      `Columns with the name of a person are ignored and cannot be mapped: ${nameHeaders.join(', ')}.`,
    ],
  );
