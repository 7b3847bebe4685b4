import type { Endpoint } from '@orgdex/contract';
import type { TSchema } from 'typebox';

export type Json = Record<string, unknown>;
type Properties = Readonly<Record<string, TSchema>>;

interface ObjectSchema {
  readonly properties?: Properties;
  readonly required?: readonly string[];
}

/** Names of operations and headers, which an assistant does not know, replaced by those of tools and fields. */
export type Rename = (text: string) => string;

/** The schema as an assistant sees it: without our own keywords, with the names of tools. */
export const publish = (schema: unknown, rename: Rename): Json =>
  JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === '$id' || key.startsWith('x-')) return undefined;
    return key === 'description' && typeof value === 'string' ? rename(value) : value;
  }) as Json;

const partsOf = ({ params, query, body }: Endpoint): readonly ObjectSchema[] =>
  [params, query, body].filter((part) => part !== undefined) as ObjectSchema[];

/** All fields of a request in one object. `changed` replaces fields; one that is undefined is left out. */
export function inputOf(endpoint: Endpoint, changed: Readonly<Record<string, TSchema | undefined>>): Json {
  const fields = Object.assign({}, ...partsOf(endpoint).map(({ properties }) => properties), changed) as Properties;
  const offered = Object.entries(fields).filter(([, schema]) => schema !== undefined);
  const names = new Set(offered.map(([name]) => name));
  const required = [
    ...partsOf(endpoint).flatMap(({ required: some = [] }) => some.filter((name) => names.has(name))),
    ...offered.filter(([, schema]) => 'x-required' in schema).map(([name]) => name),
  ];
  return { type: 'object', properties: Object.fromEntries(offered), required, additionalProperties: false };
}

/** The field that stands for a response header: `X-Next-Cursor` becomes `next_cursor`. */
export const fieldOfHeader = (header: string): string => header.replace(/^X-/i, '').toLowerCase().replaceAll('-', '_');

/** The headers that say something about the result. */
export const headersOf = ({ headers }: Endpoint): readonly string[] =>
  Object.keys(headers).filter((name) => name.startsWith('X-'));

/** The fields of the response, and those of its headers. */
export function outputOf(endpoint: Endpoint, response: TSchema): Json {
  const { properties = {}, required = [] } = response as ObjectSchema;
  const ofHeaders = headersOf(endpoint).map((name) => [
    fieldOfHeader(name),
    { type: ['string', 'integer'], description: endpoint.headers[name] },
  ]);
  return {
    type: 'object',
    properties: { ...properties, ...Object.fromEntries(ofHeaders) },
    required,
    additionalProperties: false,
  };
}
