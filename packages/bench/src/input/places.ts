import type { NaughtyValue } from './naughty-values.ts';

type Json = Record<string, unknown>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly example?: string;
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { schema: Json; example?: Json } } };
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** A valid request of an operation, without a key. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With names in braces. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly places: readonly Place[];
}

/** Where a value can be sent. */
export type Place =
  | { readonly in: 'path' | 'query' | 'header'; readonly name: string }
  | { readonly in: 'body'; readonly path: readonly (string | number)[] }
  /** The name of a parameter or field, or the body as a whole. */
  | { readonly in: 'query name' | 'body name' | 'whole body' };

/** The headers that the server reads. The document lists only `Authorization`. */
const headers = [
  ...['authorization', 'content-type', 'accept', 'host', 'cookie', 'origin', 'if-none-match', 'traceparent'],
  ...['x-request-id', 'x-purpose', 'x-forwarded-for', 'sec-fetch-site', 'expect'],
];

/** The example of a parameter that is not required is only in the text of the document. */
export type ExampleOf = (operation: { readonly id: string; readonly path: string }, name: string) => string | undefined;

function resolve(schema: Json, { components }: OpenApiDocument): Json {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref))?.[1];
  return name === undefined ? schema : (components.schemas[name] as Json);
}

/** Every field of a body, at every depth; of an array, its first item. */
function fieldsOf(given: Json, document: OpenApiDocument, path: readonly (string | number)[] = []): Place[] {
  const schema = resolve(given, document);
  const variants = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (list ?? []) as Json[]);
  const inside = [
    ...variants.flatMap((variant) => fieldsOf(variant, document, path)),
    ...(schema.items ? itemsOf(schema.items as Json, document, path) : []),
    ...Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, field]) => [
      { in: 'body' as const, path: [...path, name] },
      ...fieldsOf(field, document, [...path, name]),
    ]),
  ];
  return [...new Map(inside.map((place) => [JSON.stringify(place), place])).values()];
}

const itemsOf = (items: Json, document: OpenApiDocument, path: readonly (string | number)[]): Place[] => [
  { in: 'body', path: [...path, 0] },
  ...fieldsOf(items, document, [...path, 0]),
];

function placesOf({ parameters = [], requestBody }: OperationObject, document: OpenApiDocument): Place[] {
  const fields = requestBody ? fieldsOf(requestBody.content['application/json'].schema, document) : [];
  return [
    ...parameters.map(({ name, in: place }) => ({ in: place, name })),
    ...fields,
    { in: 'query name' },
    ...(requestBody ? [{ in: 'body name' } as const, { in: 'whole body' } as const] : []),
    ...headers.map((name) => ({ in: 'header' as const, name })),
  ];
}

/** The operations of a document, each with a valid request and all places of its input. */
export function operationsOf(document: OpenApiDocument, exampleOf: ExampleOf): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const id = operation.operationId;
      const own = operation.parameters ?? [];
      const valuesIn = (place: Parameter['in']) =>
        Object.fromEntries(
          own.flatMap(({ name, in: given, example }) => {
            const value = exampleOf({ id, path }, name) ?? example;
            return given === place && value !== undefined ? [[name, value]] : [];
          }),
        );
      const content = operation.requestBody?.content['application/json'];
      return {
        ...{ id, method: method.toUpperCase(), path, params: valuesIn('path'), query: valuesIn('query') },
        ...(content ? { body: withValues(content.example ?? {}, (name) => exampleOf({ id, path }, name)) } : {}),
        places: placesOf(operation, document),
      };
    }),
  );
}

const withValues = (body: Json, exampleOf: (name: string) => string | undefined): Json =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, exampleOf(name) ?? value]));

/** One request: an operation, a place in it, and a value that is sent there. */
export interface Case {
  readonly operation: Operation;
  readonly place: Place;
  readonly value: NaughtyValue;
}

const isInUrl = (place: Place) => place.in === 'path' || place.in === 'query' || place.in === 'query name';
const isInBody = (place: Place) => place.in === 'body' || place.in === 'body name' || place.in === 'whole body';

const canBeSent = (place: Place, { text, url, json }: NaughtyValue): boolean =>
  text !== undefined || (url !== undefined && isInUrl(place)) || (json !== undefined && isInBody(place));

/** So many of a list, evenly from all of it. */
const pick = <T>(list: readonly T[], count: number): readonly T[] =>
  count >= list.length
    ? list
    : Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)] as T);

/** The share of the cases that are not about headers: those are the same code for all operations. */
const fieldShare = 0.7;

/** So many cases: of each operation, and of each place in it. */
export function casesOf(operations: readonly Operation[], values: readonly NaughtyValue[], count: number): Case[] {
  const all = operations.flatMap((operation) =>
    operation.places.flatMap((place) =>
      values.filter((value) => canBeSent(place, value)).map((value) => ({ operation, place, value })),
    ),
  );
  const fields = pick(
    all.filter(({ place }) => place.in !== 'header'),
    Math.ceil(count * fieldShare),
  );
  const sent = all.filter(({ place }) => place.in === 'header');
  return [...fields, ...pick(sent, count - fields.length)];
}
