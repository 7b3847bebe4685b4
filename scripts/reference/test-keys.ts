import { type CompanyQuestion, type PeopleQuestion, type ProblemCode, problems } from '@orgdex/contract';
import { lookupExamples, searchExamples } from '../../packages/server/src/sandbox/examples.ts';
import { specials } from '../../packages/server/src/sandbox/special.ts';
import { sandboxCompanies, unknownId } from '../../packages/server/src/sandbox/world.ts';
import { code, page, table } from './markdown.ts';

const shell = (lines: readonly string[]): string => ['```sh', ...lines, '```'].join('\n');

const lookup = (question: CompanyQuestion): string =>
  `curl -si -H "Authorization: Bearer $KEY" "$BASE/company?${new URLSearchParams(question as Record<string, string>)}"`;

const search = (question: PeopleQuestion): string =>
  `curl -si -H "Authorization: Bearer $KEY" --json '${JSON.stringify(question)}' "$BASE/people/search"`;

const query = (question: CompanyQuestion): string =>
  Object.entries(question)
    .map(([name, value]) => code(`${name}=${value}`))
    .join(' and ');

interface Told {
  conflicts?: string;
  claimants?: number;
  canonicalId?: string;
}

const headersOf = ({ conflicts, claimants, canonicalId }: Told, total?: number): string =>
  [
    ...(total === undefined ? [] : [code(`X-Total-Count: ${total}`)]),
    ...(conflicts ? [code(`X-Identifier-Conflict: ${conflicts}`)] : []),
    ...(claimants ? [code(`X-Identifier-Ambiguous: ${claimants}`)] : []),
    ...(canonicalId ? [code(`X-Canonical-Id: ${canonicalId}`)] : []),
  ].join(', ');

const specialRows = [...specials].map(([id, special]) => {
  if ('waitMs' in special) return [code(id), '200', '', `The answer comes after ${special.waitMs / 1000} s`];
  const { status } = problems[special.problem];
  const retry = special.retryAfter ? `${code(`Retry-After: ${special.retryAfter}`)}` : '';
  return [code(id), String(status), problemLink(special.problem), retry];
});

function problemLink(name: ProblemCode): string {
  return `[${code(name)}](problems.md#problem-${name})`;
}

/** Refusals that need no special id: a test key gets them as a live one does. */
const natural: readonly (readonly [ProblemCode, string])[] = [
  ['identifier_missing', '`GET /company` without a parameter'],
  ['identifier_malformed', '`abn=26999000020`: its check digit is wrong'],
  ['unsupported_country', '`country=GB`'],
  ['unknown_field', '`GET /company?name=heron`'],
  ['invalid_cursor', '`"cursor": "x"` in a search'],
  ['key_missing', 'no `Authorization` header'],
  ['key_unknown', 'a key with a letter changed'],
  ['company_not_found', `${code(`id=${unknownId}`)}, or any other id that is not on this page`],
  ['method_not_allowed', '`DELETE /company`'],
  ['unsupported_media_type', '`POST /people/search` with `Content-Type: text/plain`'],
];

/** What a test key can ask, and what it is answered. */
export const testKeysPage = (): string =>
  page('Test keys', 'packages/server/src/sandbox', [
    'A key of mode `test` asks an invented world, the same in every installation: no real company, person, number or domain is in it. Its answers cost no credit. Everything else is as with a live key: the two operations, their checks, headers and problems, and the limits of the plan. The world changes only with a new version of orgdex, and the changelog says so.',
    shell(['BASE=http://127.0.0.1:8080', 'KEY=orgdex_test_…', lookup({ id: 'sandbox-kestrel' })]),
    '## Companies',
    table(
      ['ID', 'Name', 'What it shows', 'People'],
      sandboxCompanies.map(({ id, shows, records, people }) => [
        code(id),
        records[0]?.name ?? '',
        `${shows}.`,
        String(people.length),
      ]),
    ),
    '## Look-ups',
    table(
      ['Sent to `GET /company`', 'What it shows', 'Found', 'Headers beside `X-Matched-By`'],
      lookupExamples.map((example) => [query(example.ask), example.shows, code(example.finds), headersOf(example)]),
    ),
    shell(lookupExamples.filter(({ conflicts }) => conflicts).map(({ ask }) => lookup(ask))),
    '## Searches',
    table(
      ['Sent to `POST /people/search`', 'What it shows', 'Headers'],
      searchExamples.map((example) => [
        code(JSON.stringify(example.ask)),
        example.shows,
        headersOf(example, example.total),
      ]),
    ),
    shell([search({ companyId: 'sandbox-crowd', size: '100' })]),
    '## Refusals on demand',
    'What depends on the state of the service or of your plan is shown by these ids, as `id` of a look-up and as `companyId` of a search.',
    table(['ID', 'Status', 'Problem', 'Beside it'], specialRows),
    shell([lookup({ id: 'sandbox-rate-limited' }), search({ companyId: 'sandbox-overloaded' })]),
    '## Refusals of a mistaken request',
    'These come about as they do with a live key.',
    table(
      ['Status', 'Problem', 'How to see it'],
      natural.map(([name, how]) => [String(problems[name].status), problemLink(name), how]),
    ),
  ]);
