import { CompanyRecord, PersonRecord } from '@orgdex/contract';
import { fieldTable } from './fields.ts';
import { page } from './markdown.ts';

/** What `orgdex import records` reads. */
export const recordsPage = (): string =>
  page('Records', 'packages/contract/src/company-record.ts and person-record.ts', [
    'A record is one statement by one source about one company or one person at a company. `orgdex import records` reads one JSON object a line. A record is known by its source and its `key`; sent again, it replaces what that source said before. A field that is not in these tables is refused.',
    '## Company record',
    fieldTable(CompanyRecord),
    '## Person record',
    'Contact values set a flag, are compared with the opt-outs and are then dropped. There is no field for a person’s name.',
    fieldTable(PersonRecord),
  ]);
