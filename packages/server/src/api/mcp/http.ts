import { createMcpHandler } from '@modelcontextprotocol/server';
import { Mcp } from '@orgdex/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../stores/postgres/access/caller.ts';
import { type AccessDeps, authorizeCaller } from '../access/authorized-request.ts';
import { checkOrigin } from '../access/browser-request.ts';
import { findCaller } from '../access/keys.ts';
import { admit, purposeOf, toIncoming } from '../http/authorize.ts';
import { createToolServer, RejectedCall, type ToolCaller } from './mcp-server.ts';
import type { OperationRequest } from './tools.ts';

const pathOf = ({ endpoint, params }: OperationRequest): string =>
  endpoint.url.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/**
 * Sends the request of a tool through the routes of this server, with the key and the address of the caller. So it is
 * validated, limited and metered once, by the same code as a request over HTTP.
 */
const callerOf = (app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): ToolCaller['call'] =>
  async function call(asked, signal) {
    const traceparent = reply.getHeader('traceparent') ?? request.headers.traceparent;
    const purpose = purposeOf(request);
    const response = await app.inject({
      method: asked.endpoint.method,
      url: pathOf(asked),
      query: { ...asked.query },
      ...(asked.body === undefined ? {} : { payload: { ...asked.body } }),
      headers: {
        authorization: request.headers.authorization,
        ...(traceparent === undefined ? {} : { traceparent: String(traceparent) }),
        ...(purpose === undefined ? {} : { 'x-purpose': purpose }),
      },
      remoteAddress: request.ip,
      signal,
    });
    if (response.statusCode !== 200) throw new RejectedCall(response.json());
    return { body: response.json(), header: (name) => response.headers[name.toLowerCase()] as string | undefined };
  };

/** A tool is charged as its operation; every other message counts as one request. */
const isToolCall = (body: unknown): boolean => (body as { method?: unknown } | null)?.method === 'tools/call';

/** Ends when the client closes the connection. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const ended = new AbortController();
  raw.once('close', () => ended.abort());
  return ended.signal;
}

const toWebRequest = ({ headers, host, protocol }: FastifyRequest, signal: AbortSignal): Request =>
  new Request(`${protocol}://${host}${Mcp.url}`, {
    method: 'POST',
    headers: Object.entries(headers).flatMap(([name, value]) =>
      name === 'authorization' || value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
    signal,
  });

/** Serves the tools over Streamable HTTP, to clients of every version of the protocol. */
export function mcpRoute(app: FastifyInstance, access: AccessDeps): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const handler = createMcpHandler(({ authInfo }) => createToolServer(authInfo?.extra?.caller as ToolCaller), {
    // The list of tools does not change, so there is nothing to subscribe to.
    maxSubscriptions: 0,
  });
  app.addHook('onClose', () => handler.close());
  app.route({
    method: Mcp.method,
    url: Mcp.url,
    config: { endpoint: Mcp, open: true },
    async onRequest(request) {
      checkOrigin(request);
      callers.set(request, await findCaller(access, request.headers.authorization));
    },
    async handler(request, reply) {
      const caller = callers.get(request) as Caller;
      if (!isToolCall(request.body)) {
        await admit(request, reply, authorizeCaller(access, toIncoming(request, Mcp), caller));
      }
      const tools: ToolCaller = { scopes: caller.scopes, call: callerOf(app, request, reply) };
      const authInfo = { token: '', clientId: caller.key, scopes: [...caller.scopes], extra: { caller: tools } };
      return handler.fetch(toWebRequest(request, signalOf(reply)), { parsedBody: request.body, authInfo });
    },
  });
}
