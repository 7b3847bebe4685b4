import type { TSchema } from 'typebox';
import {
  ChangeKey,
  IssueKey,
  ListAccounts,
  ListAudit,
  ListKeys,
  ListPlans,
  ListUsage,
  RevokeKey,
  RotateKey,
  SetAccount,
  SetPlan,
} from './admin.ts';
import type { Endpoint } from './endpoint.ts';
import { GetCompany } from './get-company.ts';
import { GetUsage } from './get-usage.ts';
import { commonProblems, keyProblems, meteredProblems, Problem, type ProblemCode, problems } from './problem.ts';
import { SearchPeople } from './search-people.ts';

/** Every operation that needs a key, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [
  SearchPeople,
  GetCompany,
  GetUsage,
  ListPlans,
  SetPlan,
  ListAccounts,
  SetAccount,
  ListKeys,
  IssueKey,
  ChangeKey,
  RevokeKey,
  RotateKey,
  ListUsage,
  ListAudit,
];

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
  ...new Set<ProblemCode>([
    ...commonProblems,
    ...keyProblems,
    ...(endpoint.metered ? meteredProblems : []),
    ...(endpoint.country ? (['country_not_allowed'] as const) : []),
    ...endpoint.problems,
  ]),
];

const everyAnswer = {
  'X-Request-Id': { description: 'Names this answer; quote it when you ask for help', schema: { type: 'string' } },
};

/** On every answer to a known key. */
const limitHeaders = {
  'RateLimit-Policy': { description: 'The limits of the key: q requests in w seconds', schema: { type: 'string' } },
  RateLimit: { description: 'What is left of each, and when it is whole again', schema: { type: 'string' } },
};

const creditHeaders = {
  'X-Credits-Remaining': {
    description: 'Credits left this month, where there is a quota',
    schema: { type: 'string' },
  },
};

const answerHeaders = ({ headers, metered }: Endpoint) => ({
  ...everyAnswer,
  ...limitHeaders,
  ...(metered ? creditHeaders : {}),
  ...Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  ),
});

/** Refused before the key was looked at, or for want of one. */
const keylessStatuses: ReadonlySet<number> = new Set([401, 414, 431]);

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
          ...(keylessStatuses.has(status) ? {} : limitHeaders),
          ...(status === 503 || status === 429 ? { 'Retry-After': { schema: { type: 'integer' } } } : {}),
          ...(status === 401 ? { 'WWW-Authenticate': { schema: { type: 'string' } } } : {}),
        },
        content: { 'application/json': { schema: reference('Problem') } },
      },
    ]),
  );
}

function parameters(place: 'path' | 'query', schema: TSchema | undefined, found: Map<string, Json>): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schema as { properties?: Record<string, TSchema>; required?: string[] };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    description: (field as { description?: string }).description,
    schema: hoist(field, found),
  }));
}

const scopeSentence = ({ scope }: Endpoint) =>
  scope === 'any' ? 'Any valid key will do.' : `Needs the scope \`${scope}\`.`;

function operation(endpoint: Endpoint, found: Map<string, Json>): Json {
  const fields = [...parameters('path', endpoint.params, found), ...parameters('query', endpoint.query, found)];
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: `${endpoint.description}\n\n${scopeSentence(endpoint)}`,
    security: [{ key: [] }],
    ...(fields.length > 0 ? { parameters: fields } : {}),
    ...(endpoint.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: hoist(endpoint.body, found) } } } }
      : {}),
    responses: {
      200: {
        description: 'Found',
        headers: answerHeaders(endpoint),
        content: { 'application/json': { schema: hoist(endpoint.response, found) } },
      },
      ...Object.fromEntries(
        Object.entries(endpoint.bodiless ?? {}).map(([status, description]) => [
          status,
          { description, headers: { ...everyAnswer, ...limitHeaders } },
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
        'Two reads: one company by any identifier, and people inside one company; the caller’s usage; and what the operator decides, under /admin. [All problems](/docs/problems).',
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
