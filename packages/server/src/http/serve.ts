import type { Endpoint } from '@orgdex/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { etagOf, namesTag } from './etag.ts';
import { noParameters, withoutNames } from './schema.ts';

type Sent<S> = S extends TSchema ? Static<S> : undefined;

/** What a handler is given: checked against the contract, with the contract's types. */
export interface Input<E extends Endpoint> {
  readonly query: Sent<E['query']>;
  readonly body: Sent<E['body']>;
}

/** What a handler gives back; only headers that the contract names. */
export interface Answer<E extends Endpoint> {
  readonly body: Static<E['response']>;
  readonly headers?: Partial<Record<keyof E['headers'], string | undefined>>;
}

export type Handler<E extends Endpoint> = (input: Input<E>) => Promise<Answer<E>>;

const schemaOf = ({ query, body, response }: Endpoint) => ({
  querystring: query ? withoutNames(query) : noParameters,
  ...(body ? { body: withoutNames(body) } : {}),
  response: { 200: withoutNames(response) },
});

function sendHeaders(reply: FastifyReply, headers: Record<string, string | undefined> = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) reply.header(name, value);
  }
}

/** The bytes with their tag; nothing but the tag when the caller holds them already. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  const bytes = reply.serialize(body) as string;
  const tag = etagOf(bytes);
  reply.header('etag', tag);
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(bytes);
}

/** Serves one operation of the contract: its checks, its answer's shape and its guard all come from the one object. */
export function serve<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  app.route({
    method: endpoint.method,
    url: endpoint.url,
    config: { endpoint },
    schema: schemaOf(endpoint),
    async handler(request, reply) {
      const { query, body } = request;
      const answer = await handler({ query, body } as Input<E>);
      sendHeaders(reply, answer.headers);
      if (endpoint.bodiless?.[304]) return sendTagged(request, reply, answer.body);
      return reply.send(answer.body);
    },
  });
}
