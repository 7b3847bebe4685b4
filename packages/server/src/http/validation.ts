import type { Endpoint, ProblemCode } from '@orgdex/contract';
import type { FastifySchemaValidationError } from 'fastify';
import { Failure } from '../errors/failure.ts';
import { quote, shorten } from '../output/quote.ts';
import { expectedValue, type FieldSchema } from './expected-values.ts';
import { missingFeatures } from './field-aliases.ts';
import { nearestField, plainName } from './nearest-name.ts';

type Field = FieldSchema & { 'x-problem'?: ProblemCode };
type Fields = Readonly<Record<string, Field>>;

export interface Invalid {
  endpoint: Endpoint;
  part: 'body' | 'query';
  sent: unknown;
  error: FastifySchemaValidationError;
}

export const emptyBody = 'The request body is empty. Send a JSON object with the documented fields.';

const nouns = { body: 'field', query: 'parameter' } as const;
const code = (name: string): string => `\`${name}\``;

const fieldsOf = ({ endpoint, part }: Invalid): Fields => (endpoint[part]?.properties ?? {}) as Fields;

/** The path of a JSON Pointer. */
const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The top-level field that an error is about; undefined: the whole body. */
function fieldOf({ instancePath, params }: FastifySchemaValidationError): string | undefined {
  const missing = params.missingProperty;
  if (instancePath === '') return typeof missing === 'string' ? missing : undefined;
  return partsOf(instancePath)[0];
}

/** Says that the name is unknown, and which one is meant. */
function unknownField(name: string, { endpoint, part }: Invalid, known: readonly string[]): Failure {
  const missing = missingFeatures[endpoint.id];
  const isMissing = missing?.names.some((one) => plainName(one) === plainName(name));
  const nearest = isMissing ? undefined : nearestField(name, known);
  const sentences = [
    `${code(shorten(name))} is not a ${nouns[part]} of this operation.`,
    ...(isMissing ? [missing?.message] : []),
    ...(nearest ? [`Did you mean ${code(nearest)}?`] : []),
    known.length > 0 ? `Known ${nouns[part]}s: ${known.map(code).join(', ')}.` : `It has no ${nouns[part]}s.`,
  ];
  return new Failure('unknown_field', { param: shorten(name), message: sentences.join(' ') });
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
function rejectedValue(sent: unknown, { instancePath }: FastifySchemaValidationError): string {
  const value = partsOf(instancePath).reduce<unknown>((outer, part) => (outer as Record<string, unknown>)[part], sent);
  const isLong = typeof value === 'string' && value.length > maxShown;
  return isLong ? `${value.length} characters` : quote(value);
}

function invalidValue({ endpoint, sent, error }: Invalid, param: string, field: Field): Failure {
  const expected = expectedValue(endpoint, param, field);
  const message =
    error.instancePath === ''
      ? `${code(param)} is required: ${expected}.`
      : `${code(param)} must be ${expected}; got ${rejectedValue(sent, error)}.`;
  return new Failure(field['x-problem'] ?? 'invalid_field', { param, message });
}

/** What a failed validation of the body or the query means to the caller. */
export function toFailure(invalid: Invalid): Failure {
  const { error, part, sent } = invalid;
  const fields = fieldsOf(invalid);
  // First, because a misspelled name is also why another one is missing.
  const unknown = unknownName(sent, fields);
  if (unknown !== undefined) return unknownField(unknown, invalid, Object.keys(fields));
  const twice = part === 'query' ? repeated(sent) : undefined;
  if (twice) {
    const message = `${code(twice)} was sent more than once. Send it once.`;
    return new Failure('repeated_parameter', { param: twice, message });
  }
  const param = fieldOf(error);
  if (param === undefined) {
    if (sent === undefined) return new Failure('invalid_body', { message: emptyBody });
    return new Failure('invalid_body', { message: `The request body must be a JSON object; got ${quote(sent)}.` });
  }
  return invalidValue(invalid, param, fields[param] ?? {});
}
