import type { creditHeaders, Endpoint } from '@orgdex/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthorizedRequest, IncomingRequest } from '../access/authorized-request.ts';

const authorized = Symbol('authorized');

/** Stored on the request itself: a separate map would cost more than all other checks. */
interface WithAuthorized {
  [authorized]?: AuthorizedRequest;
}

/** The authorized request; undefined on routes that need no key. */
export const authorizedRequestOf = (request: FastifyRequest): AuthorizedRequest | undefined =>
  (request as WithAuthorized)[authorized];

const creditHeader: Lowercase<keyof typeof creditHeaders> = 'x-credits-remaining';

/** Adds the header with the remaining credits, where there is a quota. */
export function setCreditHeader(reply: FastifyReply, { remaining }: AuthorizedRequest): void {
  if (remaining !== undefined) reply.header(creditHeader, String(remaining));
}

/** Authenticates a request; fails without a valid key or session. */
export type Authorize = (asked: IncomingRequest) => Promise<AuthorizedRequest>;

/** What the caller says the data is for. */
export const purposeOf = ({ headers }: FastifyRequest): string | undefined => {
  const sent = headers['x-purpose'];
  return typeof sent === 'string' ? sent : sent?.join(', ');
};

export const toIncoming = (request: FastifyRequest, endpoint: Endpoint): IncomingRequest => ({
  authorization: request.headers.authorization,
  endpoint,
  address: request.ip,
  requestId: request.id,
  purpose: purposeOf(request),
  browser: request,
});

/** Checks limits and scope of an authenticated request, and shows the limits in its response. */
export async function admit(request: FastifyRequest, reply: FastifyReply, opened: AuthorizedRequest): Promise<void> {
  (request as WithAuthorized)[authorized] = opened;
  reply.headers(await opened.limit());
  setCreditHeader(reply, opened);
  opened.checkAccess();
}

/** Checks key, scope and limits of every request before its body is read. */
export function requireKey(app: FastifyInstance, authorize: Authorize): void {
  app.decorateRequest(authorized);
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint, open } = request.routeOptions.config;
    if (open) return;
    if (!endpoint) throw new Error('The route has no scope');
    await admit(request, reply, await authorize(toIncoming(request, endpoint)));
  });
}
