import { companyFields, companyLists } from '../../packages/server/src/sources/own/company-fields.ts';
import { nameHeaders, peopleFields } from '../../packages/server/src/sources/own/people-fields.ts';
import { contactFields } from '../../packages/server/src/sources/own/to-person.ts';
import { code, page, table } from './markdown.ts';

/** What is special about a field, by its name; most have nothing. */
type Remark = (field: string) => string;

const fieldsOf = (fields: Readonly<Record<string, readonly string[]>>, remark: Remark): string =>
  table(
    ['Field', 'Headers, the likelier first', ''],
    Object.entries(fields).map(([field, headers]) => [code(field), headers.join(', '), remark(field)]),
  );

const contacts = new Set<string>(contactFields);

const ofCompanies: Remark = (field) => {
  if (field === 'name') return 'needed';
  return companyLists.has(field) ? 'list: every such column is taken' : '';
};

const ofPeople: Remark = (field) => {
  if (field.startsWith('company.')) return 'one of these is needed';
  return contacts.has(field) ? 'sets a flag, then dropped' : '';
};

/** Which headers of an operator's own table are recognised. */
export const ownTablesPage = (): string =>
  page('Own tables', 'packages/server/src/sources/own/company-fields.ts and people-fields.ts', [
    'The fields of `orgdex import companies` and `orgdex import people`, and the headers by which they are found. Headers are compared without case, blanks and `_ - . / : ( )`: `Company Name`, `company_name` and `companyName` are one. Where two columns fit one field, the likelier is taken, and `--dry-run` says so. `--map "Their column=field"` gives a field another column; `--map "Their column="` leaves a column out.',
    '## Companies',
    fieldsOf(companyFields, ofCompanies),
    '## People',
    fieldsOf(peopleFields, ofPeople),
    `Headers of a person’s name are known so that their columns are left out, and cannot be mapped: ${nameHeaders.join(', ')}.`,
  ]);
