import { defaultCountry } from './countries.ts';
import { paging } from './limits.ts';
import { problems } from './problem.ts';

const number = new Intl.NumberFormat('en').format;
const notFound = problems.company_not_found;

/**
 * The quick start, as Markdown: the start of the API reference and docs/guides/quick-start.md.
 * @param problemsUrl the URL of the page of error codes
 */
export const quickStart = (problemsUrl: string): string => `# API quick start

You need the address of the service and an API key. Both come from the operator, who runs the service. Start with a **test
key** (\`orgdex_test_…\`): it reads a small set of synthetic companies and costs nothing. All examples on this page work with
it; \`--json\` needs curl 7.82 or newer. Set the address and the key:

\`\`\`sh
BASE=http://127.0.0.1:8080
KEY=orgdex_test_…
\`\`\`

## Send your key

Send the key in the \`Authorization\` header of every request. Check that it works:

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" \\
  "$BASE/usage"
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

You can look up a company by \`fqdn\`, \`website\`, \`abn\`, \`id\`, or its page on LinkedIn (\`ln_url\`:
\`https://www.linkedin.com/company/…\`, or only the last part, \`ln_slug\`). Every field is always present; an unknown value is
\`null\` or empty. Values can differ by country: the default is \`${defaultCountry}\`; send \`country\` for another one.

## Search people

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" \\
  "$BASE/people/search" \\
  --json '{"companyId": "sandbox-kestrel", "position": "CFO"}'
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

\`companyId\` is the \`id\` of a company. Filter by words of the title (\`position\`), \`seniority\` and \`department\`. The search covers
people who work in \`${defaultCountry}\`; send \`selectedCountry\` for another country. The flags say which contact channels are known;
names and contact data are never returned.

## Test data

With a test key you can use these ids. They are the same in every installation:

- \`sandbox-kestrel\`: a profile with a value in every field, and 25 people
- \`sandbox-heron\`: a company that you can look up by every kind of identifier
- \`sandbox-crowd\`: 250 people, to try paging
- \`sandbox-blank\`: a company with a name and no other values
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

A page has ${paging.defaultSize} people by default and at most ${paging.maxSize}: set \`size\`, a number or a string of digits. The header \`X-Total-Count\` is
the total number of matches. If there are more pages, the response has the header \`X-Next-Cursor\`: send its value as
\`cursor\`, with the same filters, to get the next page.

\`\`\`sh
curl -si -H "Authorization: Bearer $KEY" \\
  "$BASE/people/search" \\
  --json '{"companyId": "sandbox-crowd", "size": ${paging.maxSize}}'
\`\`\`

Instead of a cursor, you can send an offset: \`from\` is the number of results to skip. \`from\` plus \`size\` must not exceed
${number(paging.maxWindow)}.

## Errors

Every error response has a body like this. In your program, check the HTTP status and \`code\`, which never change; \`message\` is
for people.

\`\`\`json
{
  "error": ${notFound.number},
  "message": "${notFound.title}",
  "code": "company_not_found",
  "request_id": "26b23fd7-a752-44c7-82e1-51bade90ce95",
  "docs": "/docs/problems#company_not_found"
}
\`\`\`

If one field is wrong, \`param\` names it. When you contact the operator, include the \`request_id\`.
[All error codes, with causes and fixes](${problemsUrl}).

## Retries

- **Retry** \`rate_limited\`, every 5xx, and a request without a response. Use a timeout of 10 seconds.
- **Do not retry** any other 4xx: fix the request first. After \`quota_exhausted\` or \`daily_cap_reached\`, wait until
  \`Retry-After\` has passed.
- **Wait** for \`Retry-After\` or for 0.2, 0.4, 0.8, 1.6 seconds, whichever is longer; add a random 0 to 50 %.
- **Give up** after five attempts.
`;
