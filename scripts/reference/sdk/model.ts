import { adminOpenapi, endpoints, openapi } from '@orgdex/contract';
import { type NamedType, TypeCollector, type TypeNode } from './type-node.ts';

/** A parameter of the path, in its order. */
export interface PathParameter {
  readonly name: string;
  readonly description: string;
  readonly isNumber: boolean;
  readonly example: string;
}

/** One operation, as both SDKs call it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly summary: string;
  readonly description: string;
  readonly isAdmin: boolean;
  readonly actsOnce: boolean;
  readonly path: readonly PathParameter[];
  /** What is sent in addition to the path, and where; undefined: nothing. */
  readonly input: { readonly type: string; readonly part: 'query' | 'body'; readonly isRequired: boolean } | undefined;
  /** An operation that changes something without further settings is sent an empty object. */
  readonly hasEmptyBody: boolean;
  /** A body that can be sent. */
  readonly example: Readonly<Record<string, unknown>> | undefined;
  readonly response: TypeNode;
}

export interface Model {
  readonly types: readonly NamedType[];
  readonly operations: readonly Operation[];
}

type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}
type Content = Readonly<Record<'application/json', { readonly schema: Schema; readonly example?: Schema }>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const onceIds: ReadonlySet<string> = new Set(endpoints.filter(({ actsOnce }) => actsOnce).map(({ id }) => id));

/** The kind of a number that is sent as text: both SDKs also accept it as a number. */
function numberKind({ type, pattern }: Schema): 'integer' | 'number' | undefined {
  if (type !== 'string' || typeof pattern !== 'string') return undefined;
  const accepts = (text: string) => new RegExp(pattern).test(text);
  if (!accepts('1') || accepts('a')) return undefined;
  return accepts('0.5') ? 'number' : 'integer';
}

const toPathParameter = ({ name, description, schema, example = '1' }: Parameter): PathParameter => ({
  name,
  description,
  isNumber: numberKind(schema) !== undefined,
  example: String(example),
});

function queryType(collector: TypeCollector, { operationId, parameters = [] }: Described): string | undefined {
  const sent = parameters.filter((one) => one.in === 'query');
  if (sent.length === 0) return undefined;
  const properties = sent.map(({ name, description, schema }): [string, Schema] => [
    name,
    { ...schema, description, type: numberKind(schema) ? ['string', numberKind(schema)] : schema.type },
  ]);
  const required = sent.filter((one) => one.required).map(({ name }) => name);
  const name = `${capitalized(operationId)}Query`;
  collector.addObject(name, { type: 'object', properties: Object.fromEntries(properties), required }, true);
  return name;
}

/** The name of the type of the body, unless it has no fields. */
function bodyName({ requestBody }: Described): string | undefined {
  const reference = requestBody?.content['application/json'].schema.$ref;
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

function inputOf(collector: TypeCollector, described: Described): Operation['input'] {
  const body = bodyName(described);
  if (body !== undefined) return { type: body, part: 'body', isRequired: described.requestBody?.required === true };
  const type = queryType(collector, described);
  if (type === undefined) return undefined;
  const isRequired = described.parameters?.some((one) => one.in === 'query' && one.required) ?? false;
  return { type, part: 'query', isRequired };
}

function operationsOf(collector: TypeCollector, { paths }: Document, isAdmin: boolean): Operation[] {
  return Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const { operationId: id, summary, description, parameters = [], responses, requestBody } = described;
      const input = inputOf(collector, described);
      const content = responses[200]?.content['application/json'].schema ?? {};
      return {
        id,
        method: method.toUpperCase(),
        url,
        summary,
        description,
        isAdmin,
        input,
        actsOnce: onceIds.has(id),
        path: parameters.filter((one) => one.in === 'path').map(toPathParameter),
        hasEmptyBody: requestBody !== undefined && input?.part !== 'body',
        example: requestBody?.content['application/json'].example,
        response: collector.nodeOf(content, capitalized(id)),
      };
    }),
  );
}

/** The types and operations of both SDKs, from the OpenAPI documents, which are assembled from the contract. */
export function readModel(): Model {
  const documents = [openapi('0'), adminOpenapi('0')] as unknown as Document[];
  const described = documents.flatMap(({ paths }) => Object.values(paths).flatMap((methods) => Object.values(methods)));
  const requests = new Set(described.flatMap((one) => bodyName(one) ?? []));
  const collector = new TypeCollector(Object.assign({}, ...documents.map(({ components }) => components.schemas)));
  collector.addComponents((name) => requests.has(name));
  const operations = documents.flatMap((document, at) => operationsOf(collector, document, at === 1));
  return { types: collector.types(), operations };
}
