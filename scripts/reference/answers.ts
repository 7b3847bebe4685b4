import {
  Company,
  creditHeaders,
  endpoints,
  everyHeader,
  limitHeaders,
  PersonMatch,
  retryHeaders,
} from '@orgdex/contract';
import { fieldTable } from './fields.ts';
import { code, page, table } from './markdown.ts';

type Row = readonly [header: string, on: string, description: string];

const rowsOf = (headers: Readonly<Record<string, string>>, on: string): Row[] =>
  Object.entries(headers).map(([name, description]) => [code(name), on, description]);

/** The headers of responses: those of many operations, then those of single ones. */
const headerRows = (): Row[] => [
  ...rowsOf(everyHeader, 'every response'),
  ...rowsOf(limitHeaders, 'every response to a known key'),
  ...rowsOf(creditHeaders, 'responses that can cost a credit'),
  ...rowsOf(retryHeaders, '429 and 503'),
  ...endpoints.flatMap(({ headers, method, url }) => rowsOf(headers, code(`${method} ${url}`))),
];

/** The fields of the two kinds of response. */
export const answersPage = (): string =>
  page('Responses', 'packages/contract/src/company-profile.ts, person-match.ts and response-headers.ts', [
    'The fields that `GET /company` and `POST /people/search` return. Every required field is always present; an unknown value is `null`, or an empty list or object.',
    '## Company',
    fieldTable(Company),
    '## Person',
    fieldTable(PersonMatch),
    '## Headers',
    table(['Header', 'On', 'Meaning'], headerRows()),
  ]);
