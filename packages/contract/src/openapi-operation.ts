import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { adminProblems, commonProblems, keyProblems, meteredProblems, type ProblemCode, problems } from './problem.ts';
import { everyHeader, headersOf, limitHeaders, retryHeaders } from './response-headers.ts';

export type Json = Record<string, unknown>;

/** The name of the only security scheme, which the reference page preselects. */
export const securityScheme = 'bearer';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Replaces each named schema below `schema` with a reference, collects it in `found`, and drops our own `x-` keywords. */
export function hoist(schema: unknown, found: Map<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, found));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id, ...rest } = schema as Json;
  const published = Object.entries(rest).filter(([key]) => !key.startsWith('x-'));
  const body = Object.fromEntries(published.map(([key, value]) => [key, hoist(value, found)]));
  if (typeof $id !== 'string') return body;
  const known = found.get($id);
  if (known && JSON.stringify(known) !== JSON.stringify(body)) throw new Error(`Two schemas have the name ${$id}.`);
  found.set($id, body);
  return reference($id);
}

/** All problems that an endpoint can return. */
export const problemsOf = (endpoint: Endpoint): ProblemCode[] => [
  ...new Set<ProblemCode>([
    ...commonProblems,
    ...keyProblems,
    ...(endpoint.scope === 'admin' ? adminProblems : []),
    ...(endpoint.metered ? meteredProblems : []),
    ...(endpoint.country ? (['country_not_allowed'] as const) : []),
    ...endpoint.problems,
  ]),
];

const header = (description: string, type = 'string') => ({ description, schema: { type } });

const headersFrom = (named: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(named).map(([name, description]) => [name, header(description)]));

/** Returned before the key is checked, or because it is missing or invalid. */
const keylessStatuses: ReadonlySet<number> = new Set([401, 414, 431]);

function problemResponses(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(problemsOf(endpoint), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes
          .map((code) => `\`${code}\` (${problems[code].number}): ${problems[code].title}`)
          .join('\n\n'),
        headers: {
          ...headersFrom(everyHeader),
          ...(keylessStatuses.has(status) ? {} : headersFrom(limitHeaders)),
          ...(status === 503 || status === 429
            ? { 'Retry-After': header(retryHeaders['Retry-After'], 'integer') }
            : {}),
          ...(status === 401 ? { 'WWW-Authenticate': header('The expected authentication scheme: Bearer') } : {}),
        },
        content: { 'application/json': { schema: reference('Problem') } },
      },
    ]),
  );
}

interface ParameterFacts {
  readonly place: 'path' | 'query';
  readonly isRequired: boolean;
  readonly isShown: boolean;
}

/** Only an example at the parameter itself becomes part of the request that the reference shows. */
function parameter(name: string, field: unknown, { place, isRequired, isShown }: ParameterFacts): Json {
  const { description = '', examples = [], ...schema } = field as Json & { description?: string; examples?: string[] };
  const [example] = examples;
  const hint = example === undefined || isShown ? '' : `. Example: \`${example}\``;
  return {
    name,
    in: place,
    required: isRequired,
    description: `${description}${hint}`,
    ...(isShown ? { example } : {}),
    schema,
  };
}

function parameters(endpoint: Endpoint, place: 'path' | 'query', found: Map<string, Json>): Json[] {
  const sent = place === 'path' ? endpoint.params : endpoint.query;
  const { properties = {}, required = [] } = (sent ?? {}) as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => {
    const isRequired = required.includes(name);
    const isShown = isRequired || endpoint.shown?.includes(name) === true;
    return parameter(name, hoist(field, found), { place, isRequired, isShown });
  });
}

function scopeSentence({ scope }: Endpoint): string {
  if (scope === 'none') return 'Needs no key.';
  return scope === 'any' ? 'Any valid key can call it.' : `Requires the scope \`${scope}\`.`;
}

function requestBody(body: TSchema, found: Map<string, Json>): Json {
  const { examples: [example] = [], required = [] } = body as { examples?: unknown[]; required?: string[] };
  const content = { schema: hoist(body, found), ...(example === undefined ? {} : { example }) };
  // Where all fields are optional, no body means an empty object.
  return { required: required.length > 0, content: { 'application/json': content } };
}

/** Response bodies to show in the reference, by operation id. */
export type ResponseExamples = Readonly<Record<string, unknown>>;

export function operation(endpoint: Endpoint, found: Map<string, Json>, examples: ResponseExamples): Json {
  const fields = [...parameters(endpoint, 'path', found), ...parameters(endpoint, 'query', found)];
  const example = examples[endpoint.id];
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: `${endpoint.description}\n\n${scopeSentence(endpoint)}`,
    security: [{ [securityScheme]: [] }],
    ...(fields.length > 0 ? { parameters: fields } : {}),
    ...(endpoint.body ? { requestBody: requestBody(endpoint.body, found) } : {}),
    responses: {
      200: {
        description: endpoint.returns,
        headers: headersFrom(headersOf(endpoint)),
        content: {
          'application/json': {
            schema: hoist(endpoint.response, found),
            ...(example === undefined ? {} : { example }),
          },
        },
      },
      ...Object.fromEntries(
        Object.entries(endpoint.bodiless ?? {}).map(([status, description]) => [
          status,
          { description, headers: headersFrom({ ...everyHeader, ...limitHeaders }) },
        ]),
      ),
      ...problemResponses(endpoint),
    },
  };
}
