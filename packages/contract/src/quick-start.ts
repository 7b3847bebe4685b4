import { problems } from './problem.ts';
import { paging } from './search-people.ts';

const number = new Intl.NumberFormat('en').format;
const notFound = problems.company_not_found;

/**
 * The quick start, as Markdown: the start of the API reference and docs/guides/quick-start.md.
 * @param problemsUrl where the list of problems is
 */
export const quickStart = (problemsUrl: string): string => `# Quick start

You need the address of the service and an API key. Ask the operator for a **test key** (\`orgdex_test_…\`) first: it reads a
small set of synthetic companies, costs nothing, and all examples on this page work with it. Set both:

\`\`\`sh
BASE=http://127.0.0.1:8080
KEY=orgdex_test_…
\`\`\`

## Send your key

Every request carries the key in the \`Authorization\` header. Check that it works:

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" "$BASE/usage"
\`\`\`

The response lists what the key may do, its limits, and the credits left this month. Keep the key on your servers, out of
URLs, browsers, apps and repositories.

## Look up a company

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" \\
  "$BASE/company?fqdn=kestrel.example.com"
\`\`\`

\`\`\`json
{
  "id": "sandbox-kestrel",
  "name": "Kestrel & Vane Sandbox Pty Ltd",
  "fqdn": "kestrel.example.com",
  "employee_count": 455,
  "hq_country": "Australia",
  "industries": ["Measuring Instruments", "Manufacturing"],
  "…": "…"
}
\`\`\`

You can look up a company by \`fqdn\`, \`website\`, \`abn\`, \`ln_url\`, \`ln_slug\` or \`id\`. Every field is always present; an unknown
value is \`null\` or empty.

## Search people

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" \\
  "$BASE/people/search" --json '{
    "companyId": "sandbox-kestrel",
    "position": "CFO"
  }'
\`\`\`

\`\`\`json
[
  {
    "person_id": "sandbox-kestrel-p004",
    "position": "Chief Financial Officer",
    "company_name": "Kestrel & Vane Sandbox Pty Ltd",
    "has_email": false,
    "has_mobile": true,
    "…": "…"
  }
]
\`\`\`

\`companyId\` is the \`id\` of a company. Filter by words of the title (\`position\`), \`seniority\` and \`department\`. The flags say
which contact channels are known; names and contact data are never returned.

## Test data

A test key knows these ids, the same in every installation:

- \`sandbox-kestrel\`: a profile with a value in every field, and 25 people
- \`sandbox-heron\`: a company that every kind of identifier finds
- \`sandbox-crowd\`: 250 people, to try paging
- \`sandbox-blank\`: a company of which only the name is known
- \`sandbox-merged\`: an id that was merged into \`sandbox-kestrel\`
- \`sandbox-company-not-found\`: the response 404
- \`sandbox-rate-limited\`: the response 429, with \`Retry-After\`
- \`sandbox-overloaded\`: the response 503, with \`Retry-After\`

Replace the test key with a live key (\`orgdex_live_…\`) to read real data. Nothing else changes.

## Limits and credits

A response with data costs one credit: one profile, or one page of people. Errors, empty results, unchanged profiles
(\`304\`), \`HEAD\`, \`GET /usage\` and test keys are free.

Read these response headers:

- \`RateLimit\`: requests left (\`r\`), and seconds until the limit is fully restored (\`t\`)
- \`X-Credits-Remaining\`: credits left this month, if your plan has a monthly limit
- \`Retry-After\`: seconds to wait, with 429 and 503
- \`ETag\`: version of a profile; send it as \`If-None-Match\` to get a free \`304\` while the profile is unchanged

## Paging

A page has ${paging.defaultSize} people, or up to ${paging.maxSize} with \`size\`. \`X-Total-Count\` is the number of all matches. While there are more, the
response has an \`X-Next-Cursor\`: send it as \`cursor\`, with the same filters, to get the next page.

\`\`\`sh
curl -si -H "Authorization: Bearer $KEY" \\
  "$BASE/people/search" --json '{
    "companyId": "sandbox-crowd",
    "size": "${paging.maxSize}"
  }'
\`\`\`

\`from\` skips a number of results instead, within the first ${number(paging.maxWindow)}.

## Errors

Every error has the same body. Write your program against the HTTP status and \`code\`, which never change; show people the
\`message\`.

\`\`\`json
{
  "error": ${notFound.number},
  "message": "${notFound.title}",
  "code": "company_not_found",
  "request_id": "26b23fd7-a752-44c7-82e1-51bade90ce95",
  "docs": "/docs/problems#company_not_found"
}
\`\`\`

\`param\` names the field to fix, where there is one. When you ask for help, quote the \`request_id\`.
[All problems, their causes and fixes](${problemsUrl}).

## Retries

- **Retry** \`rate_limited\`, every 5xx, and a request without a response. Use a timeout of 10 seconds.
- **Do not retry** any other 4xx: fix the request first. \`quota_exhausted\` and \`daily_cap_reached\` clear when \`Retry-After\` has
  passed.
- **Wait** as long as \`Retry-After\` says, otherwise 0.2, 0.4, 0.8 and 1.6 seconds; add up to 50 % at random.
- **Give up** after five attempts.
`;
