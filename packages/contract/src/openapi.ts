import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { GetCompany } from './get-company.ts';
import { commonProblems, keyProblems, Problem, type ProblemCode, problems } from './problem.ts';
import { SearchPeople } from './search-people.ts';

/** Every operation that needs a key, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [SearchPeople, GetCompany];

type Json = Record<string, unknown>;

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Replaces each named schema below `schema` by a reference, and keeps it in `found`. */
function hoist(schema: unknown, found: Map<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, found));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id, ...rest } = schema as Json;
  const body = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, hoist(value, found)]));
  if (typeof $id !== 'string') return body;
  found.set($id, body);
  return reference($id);
}

/** All problems that an endpoint can answer with. */
export const problemsOf = (endpoint: Endpoint): ProblemCode[] => [
  ...new Set<ProblemCode>([...commonProblems, ...keyProblems, ...endpoint.problems]),
];

const everyAnswer = {
  'X-Request-Id': { description: 'Names this answer; quote it when you ask for help', schema: { type: 'string' } },
};

const answerHeaders = (headers: Endpoint['headers']) => ({
  ...everyAnswer,
  ...Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  ),
});

function refusals(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(problemsOf(endpoint), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes
          .map((code) => `\`${code}\` (${problems[code].number}): ${problems[code].title}`)
          .join('\n\n'),
        headers: {
          ...everyAnswer,
          ...(status === 503 ? { 'Retry-After': { schema: { type: 'integer' } } } : {}),
          ...(status === 401 ? { 'WWW-Authenticate': { schema: { type: 'string' } } } : {}),
        },
        content: { 'application/json': { schema: reference('Problem') } },
      },
    ]),
  );
}

function parameters(query: TSchema, found: Map<string, Json>): Json[] {
  const { properties = {}, required = [] } = query as { properties?: Record<string, TSchema>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: (schema as { description?: string }).description,
    schema: hoist(schema, found),
  }));
}

function operation(endpoint: Endpoint, found: Map<string, Json>): Json {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: `${endpoint.description}\n\nNeeds the scope \`${endpoint.scope}\`.`,
    security: [{ key: [] }],
    ...(endpoint.query ? { parameters: parameters(endpoint.query, found) } : {}),
    ...(endpoint.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: hoist(endpoint.body, found) } } } }
      : {}),
    responses: {
      200: {
        description: 'Found',
        headers: answerHeaders(endpoint.headers),
        content: { 'application/json': { schema: hoist(endpoint.response, found) } },
      },
      ...Object.fromEntries(
        Object.entries(endpoint.bodiless ?? {}).map(([status, description]) => [
          status,
          { description, headers: everyAnswer },
        ]),
      ),
      ...refusals(endpoint),
    },
  };
}

/** The OpenAPI 3.1 document of all operations. The schemas are JSON Schema 2020-12 already, so this only assembles. */
export function openapi(version: string): Json {
  const found = new Map<string, Json>();
  hoist(Problem, found);
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.url] = { ...paths[endpoint.url], [endpoint.method.toLowerCase()]: operation(endpoint, found) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'orgdex',
      version,
      summary: 'Company profiles and the people who work there',
      description:
        'Two reads: one company by any identifier, and people inside one company. [All problems](/docs/problems).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key of this installation' } },
    },
  };
}
