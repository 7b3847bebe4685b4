import { type CompanyQuestion, type PeopleQuestion, type ProblemCode, problems } from '@orgdex/contract';
import { sandboxCompanies, unknownId } from '../../packages/server/src/sample-data/sandbox/dataset.ts';
import {
  companyPeopleExamples,
  companySearchExamples,
  lookupExamples,
  matchExamples,
  searchExamples,
  sourcesExamples,
  suggestExamples,
  valuesExamples,
} from '../../packages/server/src/sample-data/sandbox/examples.ts';
import { simulatedProblems } from '../../packages/server/src/sample-data/sandbox/open-sandbox.ts';
import { code, page, table } from './markdown.ts';

const shell = (lines: readonly string[]): string => ['```sh', ...lines, '```'].join('\n');

const lookup = (question: CompanyQuestion): string =>
  `curl -si -H "Authorization: Bearer $KEY" "$BASE/company?${new URLSearchParams(question as Record<string, string>)}"`;

const search = (question: PeopleQuestion): string =>
  `curl -si -H "Authorization: Bearer $KEY" --json '${JSON.stringify(question)}' "$BASE/people/search"`;

const post = (path: string, body: object): string =>
  `curl -si -H "Authorization: Bearer $KEY" --json '${JSON.stringify(body)}' "$BASE${path}"`;

const withQuery = (path: string, question: object): string => {
  const text = Object.entries(question)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return code(text === '' ? path : `${path}?${text}`);
};

const codes = (values: readonly string[]): string => values.map(code).join(', ') || 'an empty list';

const query = (question: CompanyQuestion): string =>
  Object.entries(question)
    .map(([name, value]) => code(`${name}=${value}`))
    .join(' and ');

interface ShownHeaders {
  conflicts?: string;
  claimants?: number;
  canonicalId?: string;
}

const headersOf = ({ conflicts, claimants, canonicalId }: ShownHeaders, total?: number): string =>
  [
    ...(total === undefined ? [] : [code(`X-Total-Count: ${total}`)]),
    ...(conflicts ? [code(`X-Identifier-Conflict: ${conflicts}`)] : []),
    ...(claimants ? [code(`X-Identifier-Ambiguous: ${claimants}`)] : []),
    ...(canonicalId ? [code(`X-Canonical-Id: ${canonicalId}`)] : []),
  ].join(', ');

const specialRows = [...simulatedProblems].map(([id, special]) => {
  if ('waitMs' in special) return [code(id), '200', '', `The response takes ${special.waitMs / 1000} s`];
  const { status } = problems[special.problem];
  const retry = special.retryAfter ? `${code(`Retry-After: ${special.retryAfter}`)}` : '';
  return [code(id), String(status), problemLink(special.problem), retry];
});

function problemLink(name: ProblemCode): string {
  return `[${code(name)}](problems.md#problem-${name})`;
}

/** Problems that a faulty request causes, with a test key as with a live one. */
const natural: readonly (readonly [ProblemCode, string])[] = [
  ['identifier_missing', '`GET /company` without a parameter'],
  ['identifier_malformed', '`abn=26999000020`: the check digits do not match'],
  ['unsupported_country', '`country=GB`'],
  ['unknown_field', '`GET /company?name=heron`'],
  ['invalid_cursor', '`"cursor": "x"` in a search'],
  ['key_missing', 'no `Authorization` header'],
  ['key_unknown', 'a key with one character changed'],
  ['company_not_found', `${code(`id=${unknownId}`)}, or any other id that is not on this page`],
  ['method_not_allowed', '`DELETE /company`'],
  ['unsupported_media_type', '`POST /people/search` with `Content-Type: text/plain`'],
];

/** What a test key can request, and what it gets. */
export const testKeysPage = (): string =>
  page('Test keys', 'packages/server/src/sample-data/sandbox', [
    'Develop and test against a test key (`orgdex_test_…`). It reads a small synthetic dataset, the sandbox, which is the same in every installation and contains no real company, person, number or domain. Responses cost no credit. Everything else works as with a live key: operations, validation, headers, errors, and the limits of the plan. The dataset changes only with a new version of orgdex, and the changelog announces it.',
    shell(['BASE=http://127.0.0.1:8080', 'KEY=orgdex_test_…', lookup({ id: 'sandbox-kestrel' })]),
    '## Companies',
    table(
      ['ID', 'Name', 'Use it to test', 'People'],
      sandboxCompanies.map(({ id, shows, records, people }) => [
        code(id),
        records[0]?.name ?? '',
        `${shows}.`,
        String(people.length),
      ]),
    ),
    '## Lookups',
    table(
      ['`GET /company` with', 'Shows', 'Returns', 'Response headers in addition to `X-Matched-By`'],
      lookupExamples.map((example) => [query(example.ask), example.shows, code(example.finds), headersOf(example)]),
    ),
    shell(lookupExamples.filter(({ conflicts }) => conflicts).map(({ ask }) => lookup(ask))),
    '## Company searches',
    table(
      ['`POST /companies/search` with', 'Shows', 'Returns'],
      companySearchExamples.map(({ ask, shows, finds }) => [code(JSON.stringify(ask)), shows, codes(finds)]),
    ),
    table(
      ['Request', 'Shows', 'Returns'],
      [
        ...suggestExamples.map(({ ask, shows, finds }) => [
          withQuery('GET /companies/suggest', ask),
          shows,
          codes(finds),
        ]),
        ...valuesExamples.map(({ field, ask, shows, values }) => [
          withQuery(`GET /companies/values/${field}`, ask),
          shows,
          codes(values),
        ]),
        ...sourcesExamples.map(({ id, shows, field, value, canonicalId }) => [
          code(`GET /companies/${id}/sources`),
          shows,
          `${code(`${field}: ${value}`)}, from \`sandbox\`${canonicalId ? `; ${headersOf({ canonicalId })}` : ''}`,
        ]),
      ],
    ),
    '## Matches',
    'Items of `POST /companies/match`; a request may have all of them.',
    table(
      ['Item', 'Shows', 'Status', 'Company'],
      matchExamples.map(({ ask, shows, status, finds }) => [
        code(JSON.stringify(ask)),
        shows,
        code(status),
        finds ? code(finds) : '',
      ]),
    ),
    shell([post('/companies/match', { companies: matchExamples.slice(0, 2).map(({ ask }) => ask) })]),
    '## People searches',
    table(
      ['`POST /people/search` with', 'Shows', 'Response headers'],
      searchExamples.map((example) => [
        code(JSON.stringify(example.ask)),
        example.shows,
        headersOf(example, example.total),
      ]),
    ),
    shell([search({ companyId: 'sandbox-crowd', size: '100' })]),
    'In many companies at once, with a status for each:',
    table(
      ['`POST /companies/people` with', 'Shows', 'Statuses'],
      companyPeopleExamples.map(({ ask, shows, statuses }) => [code(JSON.stringify(ask)), shows, codes(statuses)]),
    ),
    '## Simulated errors',
    'Some errors depend on the state of the service or on your plan. These ids simulate them; send one as `id` of a lookup, of a company in a match or in a search in many companies, as `companyId` of a people search, or in the path of `/companies/{id}/sources`.',
    table(['ID', 'Status', 'Code', 'Note'], specialRows),
    shell([lookup({ id: 'sandbox-rate-limited' }), search({ companyId: 'sandbox-overloaded' })]),
    '## Errors of invalid requests',
    'A test key gets these like a live key.',
    table(
      ['Status', 'Code', 'How to cause it'],
      natural.map(([name, how]) => [String(problems[name].status), problemLink(name), how]),
    ),
  ]);
