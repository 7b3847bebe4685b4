import { CompanyRecord, PersonRecord } from '@orgdex/contract';
import { fieldTable } from './fields.ts';
import { page } from './markdown.ts';

/** The records that `orgdex import records` reads. */
export const recordsPage = (): string =>
  page('Records', 'packages/contract/src/company-record.ts and person-record.ts', [
    'Load data from a program with `orgdex import records`: one JSON object per line. A record is what one source says about one company, or about one person at a company. It is identified by its source and its `key`: a later record with the same key replaces the earlier one. A record with a field that is not in these tables is rejected.',
    '## Company record',
    fieldTable(CompanyRecord),
    '## Person record',
    'Contact values set a flag, are compared with the suppression list and are then discarded. There is no field for a person’s name. A record needs `company`, or else an `email` with a domain of its own or a `company_name` ([how the company is found](../guides/own-files.md#people-without-a-company-key)).',
    fieldTable(PersonRecord),
  ]);
