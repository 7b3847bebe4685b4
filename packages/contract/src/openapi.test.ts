import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { consoleEndpoints } from './console.ts';
import { adminOpenapi, endpoints, openapi } from './openapi.ts';
import { hoist } from './openapi-operation.ts';

type Json = Record<string, unknown>;
interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
  components: { schemas: Json };
}

const documents = { 'openapi.json': openapi('1'), 'openapi-admin.json': adminOpenapi('1') } as unknown as Record<
  string,
  Document
>;
const operationsOf = ({ paths }: Document) => Object.values(paths).flatMap((methods) => Object.values(methods));

/** Every object below a value, with its path. */
function objectsIn(value: unknown, path: readonly string[] = []): [path: readonly string[], object: Json][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, inner]) => objectsIn(inner, [...path, name]));
  return [[path, value as Json], ...below];
}

const isFieldOf = (parent: string) => (path: readonly string[]) => path.at(-2) === parent;

describe.each(Object.entries(documents))('%s', (_, document) => {
  const objects = objectsIn(document);

  test('describes every field, parameter and header', () => {
    const isDescribed = (path: readonly string[]) =>
      ['properties', 'parameters', 'headers'].some((parent) => isFieldOf(parent)(path)) && !path.includes('example');
    const described = objects.filter(([path]) => isDescribed(path));
    const missing = described.filter(([, { description, $ref }]) => !description && !$ref);
    expect(described.length).toBeGreaterThan(50);
    expect(missing.map(([path]) => path.join('.'))).toEqual([]);
  });

  test('contains no keyword of our own', () => {
    const keys = objects.flatMap(([path, object]) => (isFieldOf('properties')(path) ? [] : Object.keys(object)));
    expect(keys.filter((key) => key.startsWith('x-'))).toEqual([]);
  });

  test('declares each group that an operation is in, and no other', () => {
    const used = operationsOf(document).flatMap(({ tags }) => tags);
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(new Set(used));
    for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].*\.$/);
  });

  test('defines every schema that it refers to, and no other', () => {
    const used = objects.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref.split('/').at(-1)] : []));
    expect(new Set(Object.keys(document.components.schemas))).toEqual(new Set(used));
  });
});

test('two different schemas cannot have one name', () => {
  const named = { $id: 'Run', type: 'object' };
  expect(() => hoist([named, named], new Map())).not.toThrow();
  expect(() => hoist([named, { ...named, type: ['object', 'null'] }], new Map())).toThrow(
    'Two schemas have the name Run',
  );
});

test('each operation is in one document: that of customers, or that of the operator', () => {
  const ids = Object.values(documents).map((document) => operationsOf(document).map(({ operationId }) => operationId));
  expect(ids[0]).toEqual([
    'getCompany',
    'searchCompanies',
    'suggestCompanies',
    'listValues',
    'matchCompanies',
    'getSources',
    'searchPeople',
    'searchCompanyPeople',
    'countPeople',
    'getUsage',
  ]);
  expect(ids.flat().sort()).toEqual(endpoints.map(({ id }) => id).sort());
  expect(JSON.stringify(documents['openapi.json'])).not.toContain('/admin/');
});

test('the operations of the console are in no document: programs use keys', () => {
  for (const { id, url } of consoleEndpoints) {
    expect(JSON.stringify(documents)).not.toContain(`"${id}"`);
    expect(JSON.stringify(documents)).not.toContain(url);
  }
});

test.each(endpoints.flatMap(({ id, body }) => (body ? [[id, body] as const] : [])))(
  'the example request of %s is valid',
  (_, body) => {
    const { examples = [{}] } = body as { examples?: unknown[] };
    for (const example of examples) expect([...Compile(body).Errors(example)]).toEqual([]);
  },
);
