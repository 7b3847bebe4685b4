import { type Static, Type } from 'typebox';
import { maxBodyBytes, sessionIdleHours } from './limits.ts';

type ProblemFacts = {
  status: number;
  number: number;
  /** The message where a response has nothing more specific to say. */
  title: string;
  /** What leads to this problem. */
  cause: string;
  /** What the caller, or the operator, can do about it. */
  fix: string;
};

/** Every error that the API can return. The table only ever grows; a number never changes its meaning. */
export const problems = {
  unsupported_country: {
    status: 400,
    number: 40001,
    title: 'The country is not supported.',
    cause: '`country` or `selectedCountry` is not one of the supported ISO country codes.',
    fix: 'Send one of the codes that the message lists, in upper or lower case, or leave the field out: the default is AU.',
  },
  invalid_field: {
    status: 400,
    number: 40002,
    title: 'A field or parameter has an invalid value.',
    cause: 'A required field is missing, or a value has the wrong type, format or range.',
    fix: 'Correct the field that `param` names. The message says which values are accepted.',
  },
  unknown_field: {
    status: 400,
    number: 40003,
    title: 'A field or parameter is unknown.',
    cause: 'The request has a field or parameter that this operation does not have. It is often misspelled.',
    fix: 'Use the name that the message suggests, or remove the field.',
  },
  repeated_parameter: {
    status: 400,
    number: 40004,
    title: 'A parameter was sent more than once.',
    cause: 'The query string contains the same parameter more than once.',
    fix: 'Send each parameter once.',
  },
  identifier_missing: {
    status: 400,
    number: 40005,
    title: 'No company identifier was sent.',
    cause: 'A company lookup has none of `id`, `ln_slug`, `ln_url`, `fqdn`, `abn` and `website`.',
    fix: 'Send one of the six parameters.',
  },
  identifier_malformed: {
    status: 400,
    number: 40006,
    title: 'A company identifier is not valid.',
    cause:
      'An identifier has an invalid form: the check digits of an ABN do not match, or the text is not a domain name, URL or slug.',
    fix: 'Correct the parameter that `param` names. Every identifier in a request must be valid, not only the first.',
  },
  invalid_cursor: {
    status: 400,
    number: 40007,
    title: 'The cursor is not valid for this search.',
    cause:
      'The cursor was changed, belongs to another search or to another version of the service, or was sent together with `from`.',
    fix: 'Repeat the search that returned the cursor, without `from`. If that fails, start again without `cursor`.',
  },
  invalid_body: {
    status: 400,
    number: 40008,
    title: 'The request body is not a JSON object.',
    cause: 'The body is empty, is not valid JSON, or is JSON but not an object.',
    fix: 'Send a JSON object with the documented fields and the header `Content-Type: application/json`.',
  },
  page_too_deep: {
    status: 400,
    number: 40009,
    title: '`from` + `size` must not exceed 10,000.',
    cause: 'The page is beyond the first 10,000 results, the limit for offsets.',
    fix: 'Page with a cursor instead: send the value of the `X-Next-Cursor` response header as `cursor`.',
  },
  position_without_words: {
    status: 400,
    number: 40010,
    title: '`position` contains only stop words and punctuation.',
    cause: 'After stop words (of, the, and, for, to) and punctuation are removed, `position` is empty.',
    fix: 'Send at least one word of a job title, or leave `position` out to get everyone.',
  },
  bad_request: {
    status: 400,
    number: 40011,
    title: 'The request is not valid HTTP.',
    cause:
      'The server could not parse the request, or it did not arrive completely, for example because the connection was lost.',
    fix: 'Check the request line, the `Host` header, the percent-encoding of the URL and `Content-Length`.',
  },
  key_missing: {
    status: 401,
    number: 40101,
    title: 'No API key was sent.',
    cause: 'The request has no `Authorization` header, or one that is not of the form `Bearer <key>`.',
    fix: 'Send the header `Authorization: Bearer <key>`. Ask the operator of this service for a key.',
  },
  key_unknown: {
    status: 401,
    number: 40102,
    title: 'The API key is not valid.',
    cause:
      'The key is incomplete, expired, revoked or unknown, or its account is suspended. For security, the message does not always say which.',
    fix: 'Check that you copied the complete key. If you did, ask the operator for a new one.',
  },
  session_ended: {
    status: 401,
    number: 40103,
    title: 'The session of the console has ended.',
    cause: `The session was signed out or not used for ${sessionIdleHours} hours, or its API key was revoked or expired.`,
    fix: 'Sign in to the console again. Programs send an API key in the `Authorization` header instead.',
  },
  scope_missing: {
    status: 403,
    number: 40301,
    title: 'The API key does not have the required scope.',
    cause: 'The key, or the plan of its account, does not include the scope that this operation needs.',
    fix: 'Ask the operator to add the scope. `GET /usage` lists the scopes that the key has.',
  },
  country_not_allowed: {
    status: 403,
    number: 40302,
    title: 'The API key does not have access to this country.',
    cause:
      'The key, or the plan of its account, is limited to other countries. Without a country in the request, AU applies.',
    fix: 'Request one of the countries that `GET /usage` lists, or ask the operator to add the country.',
  },
  address_not_allowed: {
    status: 403,
    number: 40303,
    title: 'The IP address of the client is not on the allowlist of the API key.',
    cause:
      'The key has an IP allowlist, and the request came from another address. Behind a proxy, it may be the address of the proxy.',
    fix: 'Send the request from an allowed address, or ask the operator to add the address in the message.',
  },
  cross_site_request: {
    status: 403,
    number: 40304,
    title: 'The request does not come from the console of this service.',
    cause: [
      'A request with the cookie of the console needs `Sec-Fetch-Site: same-origin`. Browsers send it over HTTPS and on',
      'the loopback address. `/mcp` rejects pages of other sites.',
    ].join(' '),
    fix: 'Open the console over HTTPS or at `http://127.0.0.1`, in a current browser. Programs send an API key in the `Authorization` header instead.',
  },
  server_not_permitted: {
    status: 403,
    number: 40305,
    title: 'This server is not allowed to do this.',
    cause:
      'The database role of the server lacks a right that the operation needs. A server for customers often has only the job `serve`.',
    fix: 'Send the request to a server whose role has the job `admin`. Operators: `orgdex role list` shows the jobs of each role.',
  },
  company_not_found: {
    status: 404,
    number: 40401,
    title: 'No company has this identifier.',
    cause:
      'The identifier is well formed, but no loaded company has it. Test keys only have access to the test companies.',
    fix: 'Try another identifier of the same company; a 404 is free. Retrying does not help until the operator loads more data.',
  },
  route_not_found: {
    status: 404,
    number: 40402,
    title: 'This path does not exist.',
    cause: 'The path is misspelled, has a prefix such as `/v1`, or ends with a slash.',
    fix: 'Use the path that the message suggests. `/docs` lists all paths.',
  },
  plan_not_found: {
    status: 404,
    number: 40403,
    title: 'No plan has this name.',
    cause: 'The request assigns a plan that does not exist to an account.',
    fix: 'Create the plan first, or use one that `GET /admin/plans` lists.',
  },
  account_not_found: {
    status: 404,
    number: 40404,
    title: 'No account has this name.',
    cause: 'A key was requested for an account that does not exist.',
    fix: 'Create the account first, or use one that `GET /admin/accounts` lists.',
  },
  key_not_found: {
    status: 404,
    number: 40405,
    title: 'No active API key has this id.',
    cause: 'The id is unknown, or the key has expired, was revoked or was already replaced by another key.',
    fix: 'Use the id of an active key from `GET /admin/keys`. It starts with `key_` and is not the key itself.',
  },
  match_not_found: {
    status: 404,
    number: 40406,
    title: 'No match has this number.',
    cause: 'The number is wrong, or the match was removed because one of its records changed.',
    fix: 'Use a number that `GET /admin/matches` lists.',
  },
  run_not_found: {
    status: 404,
    number: 40407,
    title: 'No run has this number.',
    cause: 'No import has this number.',
    fix: 'Use a number that `GET /admin/runs` lists.',
  },
  opt_out_not_found: {
    status: 404,
    number: 40408,
    title: 'No opt-out has this receipt.',
    cause: 'The id of the receipt is wrong, or belongs to another installation.',
    fix: 'Use the `id` of an opt-out that `GET /admin/opt-outs` lists.',
  },
  method_not_allowed: {
    status: 405,
    number: 40501,
    title: 'This path does not accept this HTTP method.',
    cause: 'The path exists, but not with this method.',
    fix: 'Use a method that the `Allow` response header lists.',
  },
  decision_conflict: {
    status: 409,
    number: 40901,
    title: 'The decision conflicts with the current data.',
    cause:
      'A match was already decided or is out of date, or the companies cannot be joined or split, for example because their register numbers differ.',
    fix: 'Read the match or the company again. The message says what prevents the decision. Nothing was changed.',
  },
  count_changed: {
    status: 409,
    number: 40902,
    title: '`count` is not the number of matches that would be decided.',
    cause: 'Matches were decided or proposed since the list was read.',
    fix: 'Read the list again, and send its `total` as `count`. Nothing was changed.',
  },
  opt_out_not_liftable: {
    status: 409,
    number: 40903,
    title: 'This opt-out cannot be lifted.',
    cause: 'It was recorded before there were receipts, so orgdex does not know which values belong to it.',
    fix: 'None: it stays in effect. Nothing was changed.',
  },
  body_too_large: {
    status: 413,
    number: 41301,
    title: `The request body is larger than ${maxBodyBytes / 1024} KiB.`,
    cause: 'The body exceeds the limit. Valid requests are much smaller.',
    fix: 'Send only the documented fields.',
  },
  url_too_long: {
    status: 414,
    number: 41401,
    title: 'The URL is longer than 8 KiB.',
    cause: 'The path and query string together exceed the limit.',
    fix: 'Send only the documented parameters.',
  },
  unsupported_media_type: {
    status: 415,
    number: 41501,
    title: 'The request body must be JSON: send the header `Content-Type: application/json`.',
    cause: 'The `Content-Type` header is missing or names another format, such as a form.',
    fix: 'Encode the body as JSON and send the header `Content-Type: application/json`.',
  },
  rate_limited: {
    status: 429,
    number: 42901,
    title: 'Rate limit exceeded.',
    cause: 'The key sent more requests than its plan allows per second or per day.',
    fix: 'Wait as long as `Retry-After` says, then continue more slowly. The `RateLimit` response header shows what is left.',
  },
  quota_exhausted: {
    status: 429,
    number: 42902,
    title: 'The account has used all its credits for this month.',
    cause: 'The monthly credits of the account are used up, or the last ones are reserved by requests in progress.',
    fix: 'Wait as long as `Retry-After` says, or ask the operator for a larger plan. `GET /usage` shows the balance.',
  },
  daily_cap_reached: {
    status: 429,
    number: 42903,
    title: 'The daily limit of distinct companies or people has been reached.',
    cause: 'The response would show more distinct companies or people than the plan allows per day (UTC).',
    fix: 'Continue after midnight UTC. Companies and people already returned today remain available; a smaller `size` may fit.',
  },
  headers_too_large: {
    status: 431,
    number: 43101,
    title: 'The request headers are larger than 16 KiB.',
    cause: 'All headers together exceed the limit. Cookies are the most common reason.',
    fix: 'Send only the headers that the API needs.',
  },
  internal: {
    status: 500,
    number: 50001,
    title: 'Internal error.',
    cause: 'A bug in the service. The log of the server has the details.',
    fix: 'Retry a few times. If the error persists, send the operator the `request_id`.',
  },
  engine_unavailable: {
    status: 503,
    number: 50301,
    title: 'The search index is unavailable or returned an incomplete result.',
    cause: 'OpenSearch did not respond in time, or some of its shards failed. Incomplete results are never returned.',
    fix: 'Retry after the time in `Retry-After`. Operators: check the health of OpenSearch.',
  },
  keys_unavailable: {
    status: 503,
    number: 50302,
    title: 'The API key cannot be verified right now.',
    cause: 'The database is unavailable and the key is not in the cache.',
    fix: 'Retry after the time in `Retry-After`. Operators: check the health of PostgreSQL.',
  },
  not_ready: {
    status: 503,
    number: 50303,
    title: 'The service is not ready.',
    cause: 'The server is starting, no data is published yet, a rebuild is required, or a store is unavailable.',
    fix: 'Retry after the time in `Retry-After`. Operators: `/readyz` and `orgdex status` show the reason.',
  },
  usage_unavailable: {
    status: 503,
    number: 50304,
    title: 'Usage cannot be recorded right now, so no data was returned.',
    cause: 'The server cannot write its usage log, for example because the disk is full.',
    fix: 'Retry after the time in `Retry-After`. No credit was used. Operators: check the disk of `ORGDEX_HOME`.',
  },
  credits_unavailable: {
    status: 503,
    number: 50305,
    title: 'The credit balance cannot be checked right now.',
    cause: 'The database that holds the credit balance is unavailable.',
    fix: 'Retry after the time in `Retry-After`. No credit was used. Operators: check the health of PostgreSQL.',
  },
  overloaded: {
    status: 503,
    number: 50306,
    title: 'The service is overloaded.',
    cause: 'More requests are in progress than the server can process.',
    fix: 'Wait for `Retry-After` or for 0.2, 0.4, 0.8, 1.6 seconds, whichever is longer; add a random 0 to 50 %. Operators: add processes or machines.',
  },
  ledger_unavailable: {
    status: 503,
    number: 50307,
    title: 'The database is unavailable.',
    cause: 'PostgreSQL, which holds accounts, keys and usage, did not respond in time.',
    fix: 'Retry after the time in `Retry-After`. Operators: check the health of PostgreSQL.',
  },
  writes_busy: {
    status: 503,
    number: 50308,
    title: 'Companies cannot be changed right now.',
    cause: 'An import, a match run or another change is writing companies.',
    fix: 'Retry after the time in `Retry-After`. Nothing was changed.',
  },
} as const satisfies Record<string, ProblemFacts>;

export type ProblemCode = keyof typeof problems;

/** Problems of every route. */
export const commonProblems = [
  'bad_request',
  'unknown_field',
  'repeated_parameter',
  'url_too_long',
  'headers_too_large',
  'internal',
  'not_ready',
] as const satisfies readonly ProblemCode[];

/** Further problems of every route that requires a key. */
export const keyProblems = [
  'key_missing',
  'key_unknown',
  'scope_missing',
  'address_not_allowed',
  'rate_limited',
  'keys_unavailable',
  'overloaded',
] as const satisfies readonly ProblemCode[];

/** Further problems of every route that requires a key, for requests of the console. */
export const sessionProblems = ['session_ended', 'cross_site_request'] as const satisfies readonly ProblemCode[];

/** Further problems of every operation of the operator. */
export const adminProblems = ['server_not_permitted'] as const satisfies readonly ProblemCode[];

/** Further problems of every operation that costs a credit. */
export const meteredProblems = [
  'quota_exhausted',
  'daily_cap_reached',
  'credits_unavailable',
  'usage_unavailable',
  'engine_unavailable',
] as const satisfies readonly ProblemCode[];

/** The error object: the body of every response that is not a success. */
export const Problem = Type.Object(
  {
    error: Type.Integer({
      description: 'Numeric error code: the HTTP status followed by two digits, listed at /docs/problems',
    }),
    message: Type.String({ description: 'What is wrong and how to fix it. For people: the wording may change' }),
    code: Type.String({ description: 'Stable name of the problem. For programs' }),
    param: Type.Optional(Type.String({ description: 'The field or parameter that is wrong' })),
    request_id: Type.String({ description: 'Identifies this request. Include it when you contact the operator' }),
    trace_id: Type.Optional(
      Type.String({
        description: 'The trace of this request: yours, if you sent a `traceparent` header (W3C Trace Context)',
      }),
    ),
    docs: Type.String({ description: 'Link to the description of this problem' }),
  },
  { additionalProperties: false, $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;
