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
  company_not_found: { status: 404, number: 40401, title: 'No company has this identifier.' },
  route_not_found: { status: 404, number: 40402, title: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, number: 40501, title: 'This address does not answer this method.' },
  body_too_large: { status: 413, number: 41301, title: 'The body is larger than 64 KiB.' },
  url_too_long: { status: 414, number: 41401, title: 'The URL is longer than 8 KiB.' },
  unsupported_media_type: { status: 415, number: 41501, title: 'The body must be application/json.' },
  headers_too_large: { status: 431, number: 43101, title: 'The request headers are too large.' },
  internal: { status: 500, number: 50001, title: 'Something went wrong on our side.' },
  engine_unavailable: { status: 503, number: 50301, title: 'The data cannot be read completely right now.' },
  keys_unavailable: { status: 503, number: 50302, title: 'The API key cannot be checked right now.' },
  not_ready: { status: 503, number: 50303, title: 'The service is not ready to answer.' },
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
  'keys_unavailable',
  'engine_unavailable',
] as const satisfies readonly ProblemCode[];

/** The error object of every answer that is not a success. */
export const Problem = Type.Object(
  {
    error: Type.Integer({ description: 'HTTP status × 100 + n, from the published table' }),
    message: Type.String({ description: 'What happened, and what to do' }),
    code: Type.String({ description: 'Stable name of the problem' }),
    param: Type.Optional(Type.String({ description: 'The field or parameter to blame' })),
    request_id: Type.String(),
    docs: Type.String({ description: 'Where the problem is explained' }),
  },
  { additionalProperties: false, $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;
