import type { Endpoint, ProblemCode } from '@orgdex/contract';
import type { FastifySchemaValidationError } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { quote, shorten } from '../../core/output/escape.ts';
import { expectedValue, type FieldSchema } from './expected-values.ts';
import { missingFeatures } from './field-aliases.ts';
import { nearestField, nearestOf, plainName } from './nearest-name.ts';

type Field = FieldSchema & { 'x-problem'?: ProblemCode };
type Fields = Readonly<Record<string, Field>>;

export interface Invalid {
  endpoint: Endpoint;
  part: 'body' | 'query' | 'params';
  sent: unknown;
  error: FastifySchemaValidationError;
}

export const emptyBody = 'The request body is empty. Send a JSON object with the documented fields.';

const nouns = { body: 'field', query: 'parameter', params: 'path parameter' } as const;
const code = (name: string): string => `\`${name}\``;

const fieldsOf = ({ endpoint, part }: Invalid): Fields => (endpoint[part]?.properties ?? {}) as Fields;

/** The path of a JSON Pointer. */
const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const isIndex = (part: string): boolean => /^\d+$/.test(part);

/** The names on the way to what an error is about; none: the whole body. Places in an array have no name. */
function pathOf({ instancePath, params }: FastifySchemaValidationError): string[] {
  const missing = params.missingProperty;
  const path = partsOf(instancePath).filter((part) => !isIndex(part));
  return typeof missing === 'string' ? [...path, missing] : path;
}

const fieldAt = (fields: Fields, [name = '', ...inner]: readonly string[]): Field => {
  const field = Object.hasOwn(fields, name) ? (fields[name] as Field) : {};
  return inner.length === 0 ? field : fieldAt((field.properties ?? {}) as Fields, inner);
};

/** Says that the name is unknown, and which one is meant. */
function unknownField(path: readonly string[], { endpoint, part }: Invalid, known: readonly string[]): Failure {
  const name = path.at(-1) ?? '';
  const param = path.map(shorten).join('.');
  const owner = path.length > 1 ? code(path.slice(0, -1).join('.')) : 'this operation';
  const missing = missingFeatures[endpoint.id];
  const isMissing = missing?.names.some((one) => plainName(one) === plainName(name));
  const nearest = isMissing ? undefined : nearestField(name, known);
  const sentences = [
    `${code(param)} is not a ${nouns[part]} of ${owner}.`,
    ...(isMissing ? [missing?.message] : []),
    ...(nearest ? [`Did you mean ${code(nearest)}?`] : []),
    known.length > 0 ? `Known ${nouns[part]}s: ${known.map(code).join(', ')}.` : `It has no ${nouns[part]}s.`,
  ];
  return new Failure('unknown_field', { param, message: sentences.join(' ') });
}

function unknownName(sent: unknown, fields: Fields): string | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  return Object.keys(sent).find((name) => !Object.hasOwn(fields, name));
}

function repeated(sent: unknown): string | undefined {
  return Object.entries(sent as Record<string, unknown>).find(([, value]) => Array.isArray(value))?.[0];
}

const maxShown = 100;

/** The value that was rejected: an element of an array, or the whole field. */
const rejectedValue = (sent: unknown, { instancePath }: FastifySchemaValidationError): unknown =>
  partsOf(instancePath).reduce<unknown>((outer, part) => (outer as Record<string, unknown>)[part], sent);

const shown = (value: unknown): string =>
  typeof value === 'string' && value.length > maxShown ? `${value.length} characters` : quote(value);

/** Which of the accepted values was meant. */
function nearestValue(value: unknown, { enum: values, items }: Field): string {
  const known = (values ?? items?.enum ?? []).filter((one) => one !== null);
  if (typeof value !== 'string' || known.length === 0) return '';
  const candidates = known.map((name) => ({ name, spelling: name.toLowerCase() }));
  const nearest = nearestOf(value.toLowerCase(), candidates);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

function invalidValue({ endpoint, sent, error }: Invalid, path: readonly string[], field: Field): Failure {
  const param = path.join('.');
  const expected = expectedValue(endpoint, param, field);
  if (error.keyword === 'required') {
    return new Failure(field['x-problem'] ?? 'invalid_field', {
      param,
      message: `${code(param)} is required: ${expected}.`,
    });
  }
  const value = rejectedValue(sent, error);
  const message = `${code(param)} must be ${expected}; got ${shown(value)}.${nearestValue(value, field)}`;
  return new Failure(field['x-problem'] ?? 'invalid_field', { param, message });
}

/** The schema of one item of a batch. */
export const itemSchemaOf = ({ body }: Endpoint, field: string): unknown =>
  (body?.properties as Record<string, { items?: unknown }> | undefined)?.[field]?.items;

/** What is wrong with one item of a batch. */
export function toItemFailure(
  endpoint: Endpoint,
  field: string,
  item: unknown,
  error: FastifySchemaValidationError,
): Failure {
  const alone = { ...endpoint, body: itemSchemaOf(endpoint, field) } as Endpoint;
  return toFailure({ endpoint: alone, part: 'body', sent: item, error });
}

/** What a failed validation of the body, the query or the path means to the caller. */
export function toFailure(invalid: Invalid): Failure {
  const { error, part, sent } = invalid;
  const fields = fieldsOf(invalid);
  // First, because a misspelled name is also why another one is missing.
  const unknown = unknownName(sent, fields);
  if (unknown !== undefined) return unknownField([unknown], invalid, Object.keys(fields));
  const twice = part === 'query' ? repeated(sent) : undefined;
  if (twice) {
    const message = `${code(twice)} was sent more than once. Send it once.`;
    return new Failure('repeated_parameter', { param: twice, message });
  }
  const path = pathOf(error);
  if (path.length === 0) {
    if (sent === undefined) return new Failure('invalid_body', { message: emptyBody });
    return new Failure('invalid_body', { message: `The request body must be a JSON object; got ${quote(sent)}.` });
  }
  const field = fieldAt(fields, path);
  const extra = error.params.additionalProperty;
  if (typeof extra === 'string') return unknownField([...path, extra], invalid, Object.keys(field.properties ?? {}));
  return invalidValue(invalid, path, field);
}

type Json = Record<string, unknown>;

/** Validates exactly what the contract says: no coercion, removal or defaults. */
export const ajvOptions = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  allowUnionTypes: true,
  keywords: ['x-problem', 'x-region', 'x-search', 'x-each'],
} as const;

/** The schema without `$id`: each route compiles its own copy, and an `$id` may occur only once per compiler. */
export function withoutNames(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key === '$id' ? undefined : value)) as Json;
}

/** The schema without that of the items of a batch: each item is validated on its own. */
export function withoutItems(schema: Json): Json {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, field]) => {
    const { items, ...rest } = field;
    return [name, rest['x-each'] ? rest : field];
  });
  return { ...schema, ...(schema.properties ? { properties: Object.fromEntries(fields) } : {}) };
}

/** The query schema of an operation without parameters. */
export const noParameters = { type: 'object', properties: {}, additionalProperties: false } as const;
