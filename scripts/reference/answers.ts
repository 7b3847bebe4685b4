import { Company, PersonMatch } from '@orgdex/contract';
import { fieldTable } from './fields.ts';
import { page } from './markdown.ts';

/** The fields of the two kinds of response. */
export const answersPage = (): string =>
  page('Responses', 'packages/contract/src/company-profile.ts and person-match.ts', [
    'The fields that `GET /company` and `POST /people/search` return. Every required field is always present; an unknown value is `null`, or an empty list or object.',
    '## Company',
    fieldTable(Company),
    '## Person',
    fieldTable(PersonMatch),
  ]);
