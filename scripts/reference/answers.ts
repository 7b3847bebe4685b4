import { Company, PersonMatch } from '@orgdex/contract';
import { fieldTable } from './fields.ts';
import { page } from './markdown.ts';

/** What the two operations answer with. */
export const answersPage = (): string =>
  page('Answers', 'packages/contract/src/company.ts and person-match.ts', [
    'What the two operations answer with. Every required field is always present: what is not known is `null`, or an empty list.',
    '## Company',
    fieldTable(Company),
    '## Person match',
    fieldTable(PersonMatch),
  ]);
