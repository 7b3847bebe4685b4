import type { Endpoint } from '@orgdex/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Failure } from '../../core/errors/failure.ts';
import type { AuthorizedRequest } from '../access/authorized-request.ts';
import { authorizedRequestOf, setCreditHeader } from './authorize.ts';
import { itemSchemaOf, noParameters, toItemFailure, withoutItems, withoutNames } from './validation.ts';

type Sent<S> = S extends TSchema ? Static<S> : undefined;

/** The input of a handler: validated against the contract, with its types. */
export interface Input<E extends Endpoint> {
  readonly params: Sent<E['params']>;
  readonly query: Sent<E['query']>;
  readonly body: Sent<E['body']>;
  /** The items of a batch, each validated on its own; empty for other operations. */
  readonly items: readonly CheckedItem[];
  /** Fires when the client closes the connection before it has the response. Created when it is first read. */
  readonly signal: AbortSignal;
}

/** One item of a batch, or what is wrong with it. */
export type CheckedItem =
  | { readonly item: Record<string, unknown> }
  | { readonly ref: string | null; readonly failure: Failure };

/** A response that was serialized before, when the data was published. */
export interface Written {
  readonly json: string;
  /** The ETag, which changes whenever the text changes. Undefined: the response has none. */
  readonly tag: string | undefined;
  /** The ids of the companies or people in it. */
  readonly shows: readonly string[];
  /** How many credits it costs; 1 unless stated. */
  readonly credits?: number;
}

export type Output<E extends Endpoint> = Static<E['response']>;

/** The output of a handler; only headers that the contract lists. */
export type Answer<E extends Endpoint> = (Written | { readonly body: Output<E> }) & {
  readonly headers?: Partial<Record<keyof E['headers'], string | undefined>>;
};

export type Handler<E extends Endpoint> = (input: Input<E>, caller: AuthorizedRequest['caller']) => Promise<Answer<E>>;

const schemaOf = ({ params, query, body, response }: Endpoint) => ({
  ...(params ? { params: withoutNames(params) } : {}),
  querystring: query ? withoutNames(query) : noParameters,
  ...(body ? { body: withoutItems(withoutNames(body)) } : {}),
  response: { 200: withoutNames(response) },
});

function sendHeaders(reply: FastifyReply, headers: Record<string, string | undefined> = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) reply.header(name, value);
  }
}

/** Whether the client receives data: not for HEAD, and not on a closed connection. */
const isRead = ({ method, socket }: FastifyRequest): boolean => method !== 'HEAD' && !socket?.destroyed;

function write(endpoint: Endpoint, answer: Answer<Endpoint>, reply: FastifyReply): Written {
  if ('json' in answer) return answer;
  const json = reply.serialize(answer.body) as string;
  const { metered } = endpoint;
  const shows = metered?.idsOf(answer.body as never) ?? [];
  return { json, tag: undefined, shows, credits: metered?.creditsOf?.(answer.body as never) ?? 1 };
}

/** Compiled once: the framework remembers a schema by its identity. */
const itemSchemas = new WeakMap<Endpoint, object>();

function knownItemSchema(endpoint: Endpoint, field: string): object {
  const schema = itemSchemas.get(endpoint) ?? withoutNames(itemSchemaOf(endpoint, field));
  itemSchemas.set(endpoint, schema);
  return schema;
}

const refOf = (item: unknown): string | null => {
  const ref = (item as { ref?: unknown } | null)?.ref;
  return typeof ref === 'string' ? ref : null;
};

/** Validates each item alone: one that is wrong has a result of its own. */
function checkItems(request: FastifyRequest, endpoint: Endpoint, field: string): CheckedItem[] {
  const schema = knownItemSchema(endpoint, field);
  const validate = request.getValidationFunction(schema) ?? request.compileValidationSchema(schema);
  return (
    (request.body as Record<string, unknown[]>)[field]?.map((item): CheckedItem => {
      if (validate(item)) return { item: item as Record<string, unknown> };
      const [error] = validate.errors ?? [];
      return { ref: refOf(item), failure: toItemFailure(endpoint, field, item, error as FastifySchemaValidationError) };
    }) ?? []
  );
}

/** Created only where a handler reads it: a lookup ends before it could be canceled. */
function closingOf({ raw }: FastifyReply) {
  let controller: AbortController | undefined;
  return {
    get signal(): AbortSignal {
      if (controller) return controller.signal;
      const created = new AbortController();
      controller = created;
      if (raw.destroyed) created.abort();
      else raw.once('close', () => void (raw.writableFinished || created.abort()));
      return created.signal;
    },
    get hasAborted(): boolean {
      return controller?.signal.aborted ?? false;
    },
  };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly authorized: AuthorizedRequest;
  readonly closing: ReturnType<typeof closingOf>;
}

/** Handles one authorized request and meters the response before sending it. Does not wait until it is sent. */
async function answer<E extends Endpoint>(
  { endpoint, handler }: { endpoint: E; handler: Handler<E> },
  { request, reply, authorized, closing }: Exchange,
): Promise<void> {
  const { params, query, body } = request;
  reply.headers(await authorized.begin({ query, body }));
  const items = endpoint.batch ? checkItems(request, endpoint, endpoint.batch.field) : [];
  const input = {
    params,
    query,
    body,
    items,
    get signal() {
      return closing.signal;
    },
  };
  const answered = await handler(input as Input<E>, authorized.caller);
  const { json, tag, shows, credits = 1 } = write(endpoint, answered as Answer<Endpoint>, reply);
  const etag = tag === undefined ? undefined : `"${tag}"`;
  const isHeld = etag !== undefined && matchesIfNoneMatch(request.headers['if-none-match'], etag);
  if (shows.length > 0 && !isHeld && isRead(request)) await authorized.count(shows, credits);
  // Only now: a response that is rejected by metering must not leak its headers.
  sendHeaders(reply, answered.headers);
  if (etag !== undefined) reply.header('etag', etag);
  setCreditHeader(reply, authorized);
  if (isHeld) return void reply.code(304).send();
  void reply.header('content-type', 'application/json; charset=utf-8').send(json);
}

/** The route of an operation: path, validation and response shape. */
export const routeOf = (endpoint: Endpoint) => ({
  method: endpoint.method,
  url: endpoint.url.replaceAll(/\{(\w+)\}/g, ':$1'),
  ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
  schema: schemaOf(endpoint),
});

/** Serves one operation: validation, response shape and authorization all come from its contract. */
export function serve<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  app.route({
    ...routeOf(endpoint),
    config: { endpoint },
    async handler(request, reply) {
      const authorized = authorizedRequestOf(request);
      if (!authorized) throw new Error(`${endpoint.id} was called without authorization`);
      const closing = closingOf(reply);
      try {
        await answer({ endpoint, handler }, { request, reply, authorized, closing });
      } catch (error) {
        // Otherwise no client is left to tell, and nothing went wrong.
        if (!closing.hasAborted) {
          setCreditHeader(reply, authorized);
          throw error;
        }
      } finally {
        authorized.end();
      }
      return reply;
    },
  });
}

const tagInList = /(?:W\/)?("[^"]*")/g;

/** Whether If-None-Match contains this ETag: in a list, in its weak form, or as `*`. */
function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(tagInList)].some(([, sent]) => sent === tag);
}
