import { type Static, Type } from 'typebox';

type ProblemFacts = { status: number; number: number; title: string };

/** Every way to be refused. The table only ever grows; a number never changes its meaning. */
export const problems = {
  unsupported_country: { status: 400, number: 40001, title: 'The country is not one of the supported codes.' },
  invalid_field: { status: 400, number: 40002, title: 'A field or parameter has a value that is not allowed.' },
  unknown_field: { status: 400, number: 40003, title: 'A field or parameter is not known here.' },
  repeated_parameter: { status: 400, number: 40004, title: 'A parameter was sent more than once.' },
  identifier_missing: { status: 400, number: 40005, title: 'No identifier was sent.' },
  identifier_malformed: { status: 400, number: 40006, title: 'An identifier is not well formed.' },
  invalid_cursor: { status: 400, number: 40007, title: 'The cursor does not belong to this question.' },
  invalid_body: { status: 400, number: 40008, title: 'The body is not a JSON object.' },
  page_too_deep: { status: 400, number: 40009, title: 'The page lies beyond the first 10,000 results.' },
  position_without_words: { status: 400, number: 40010, title: 'The position holds no word to search for.' },
  bad_request: { status: 400, number: 40011, title: 'The request is not well-formed HTTP.' },
  key_missing: { status: 401, number: 40101, title: 'The request carries no API key.' },
  key_unknown: { status: 401, number: 40102, title: 'The API key is not known, or no longer valid.' },
  scope_missing: { status: 403, number: 40301, title: 'The API key does not have the scope for this.' },
  country_not_allowed: { status: 403, number: 40302, title: 'The API key may not ask about this country.' },
  address_not_allowed: { status: 403, number: 40303, title: 'The API key may not be used from this address.' },
  company_not_found: { status: 404, number: 40401, title: 'No company has this identifier.' },
  route_not_found: { status: 404, number: 40402, title: 'There is nothing at this address.' },
  plan_not_found: { status: 404, number: 40403, title: 'No plan has this name.' },
  account_not_found: { status: 404, number: 40404, title: 'No account has this name.' },
  key_not_found: { status: 404, number: 40405, title: 'No API key has this id.' },
  method_not_allowed: { status: 405, number: 40501, title: 'This address does not answer this method.' },
  body_too_large: { status: 413, number: 41301, title: 'The body is larger than 64 KiB.' },
  url_too_long: { status: 414, number: 41401, title: 'The URL is longer than 8 KiB.' },
  unsupported_media_type: { status: 415, number: 41501, title: 'The body must be application/json.' },
  rate_limited: { status: 429, number: 42901, title: 'The API key asks faster than its plan allows.' },
  quota_exhausted: { status: 429, number: 42902, title: 'The credits of this month are used up.' },
  daily_cap_reached: { status: 429, number: 42903, title: 'The API key has seen as much today as its plan allows.' },
  headers_too_large: { status: 431, number: 43101, title: 'The request headers are too large.' },
  internal: { status: 500, number: 50001, title: 'Something went wrong on our side.' },
  engine_unavailable: { status: 503, number: 50301, title: 'The data cannot be read completely right now.' },
  keys_unavailable: { status: 503, number: 50302, title: 'The API key cannot be checked right now.' },
  not_ready: { status: 503, number: 50303, title: 'The service is not ready to answer.' },
  usage_unavailable: { status: 503, number: 50304, title: 'The answer could not be counted, so it was not given.' },
  credits_unavailable: { status: 503, number: 50305, title: 'The credits of the account cannot be checked right now.' },
  overloaded: { status: 503, number: 50306, title: 'The service has more to do than it can.' },
  ledger_unavailable: { status: 503, number: 50307, title: 'Accounts and usage cannot be read right now.' },
} as const satisfies Record<string, ProblemFacts>;

export type ProblemCode = keyof typeof problems;

/** What any route can answer, whatever it does. */
export const commonProblems = [
  'bad_request',
  'unknown_field',
  'repeated_parameter',
  'url_too_long',
  'headers_too_large',
  'internal',
  'not_ready',
] as const satisfies readonly ProblemCode[];

/** What any route behind a key can answer besides. */
export const keyProblems = [
  'key_missing',
  'key_unknown',
  'scope_missing',
  'address_not_allowed',
  'rate_limited',
  'keys_unavailable',
  'overloaded',
] as const satisfies readonly ProblemCode[];

/** What an answer that costs a credit can be refused for besides. */
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
    error: Type.Integer({ description: 'HTTP status × 100 + n, from the published table' }),
    message: Type.String({ description: 'What is wrong and how to fix it. For people: the wording may change' }),
    code: Type.String({ description: 'Stable name of the problem. For programs' }),
    param: Type.Optional(Type.String({ description: 'The field or parameter that is wrong' })),
    request_id: Type.String({ description: 'Identifies this request. Include it when you contact the operator' }),
    docs: Type.String({ description: 'Link to the description of this problem' }),
  },
  { additionalProperties: false, $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;
