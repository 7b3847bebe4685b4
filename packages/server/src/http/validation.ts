import type { Endpoint, ProblemCode } from '@orgdex/contract';
import type { FastifySchemaValidationError } from 'fastify';
import { Failure } from '../failure.ts';
import { nearestName } from './nearest-name.ts';

interface FieldSchema {
  description?: string;
  'x-problem'?: ProblemCode;
}
type Fields = Readonly<Record<string, FieldSchema>>;

export interface Invalid {
  endpoint: Endpoint;
  part: 'body' | 'query';
  sent: unknown;
  error: FastifySchemaValidationError;
}

const longestEcho = 100;
const shown = (name: string): string => (name.length > longestEcho ? `${name.slice(0, longestEcho)}…` : name);

const fieldsOf = ({ endpoint, part }: Invalid): Fields => (endpoint[part]?.properties ?? {}) as Fields;

/** The field at the top of the body or query that an error lies in; none: the whole is to blame. */
function fieldOf({ instancePath, params }: FastifySchemaValidationError): string | undefined {
  const missing = params.missingProperty;
  if (instancePath === '') return typeof missing === 'string' ? missing : undefined;
  return instancePath.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
}

function unknownField(name: string, known: readonly string[]): Failure {
  const nearest = nearestName(name, known);
  const because = nearest
    ? `${shown(name)}; did you mean ${nearest}? Known are ${known.join(', ')}`
    : `${shown(name)}; none is taken here`;
  return new Failure('unknown_field', { param: shown(name), because });
}

function unknownName(sent: unknown, fields: Fields): string | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  return Object.keys(sent).find((name) => !Object.hasOwn(fields, name));
}

function repeated(sent: unknown): string | undefined {
  return Object.entries(sent as Record<string, unknown>).find(([, value]) => Array.isArray(value))?.[0];
}

/** What a failed check of the body or the query means to the caller. */
export function toFailure(invalid: Invalid): Failure {
  const { error, part, sent } = invalid;
  const fields = fieldsOf(invalid);
  // Said first: a misspelt name is also why another is missing.
  const unknown = unknownName(sent, fields);
  if (unknown !== undefined) return unknownField(unknown, Object.keys(fields));
  const twice = part === 'query' ? repeated(sent) : undefined;
  if (twice) return new Failure('repeated_parameter', { param: twice, because: `${twice}; send it once` });
  const param = fieldOf(error);
  if (param === undefined) return new Failure('invalid_body', { because: 'send an object with the documented fields' });
  const field = fields[param];
  return new Failure(field?.['x-problem'] ?? 'invalid_field', {
    param,
    because: `${param}. Expected: ${field?.description ?? error.message ?? 'another value'}`,
  });
}
