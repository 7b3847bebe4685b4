import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Asked, Visit } from '../access/visit.ts';

const visits = new WeakMap<FastifyRequest, Visit>();

/** The request as access sees it; undefined where no key is asked for. */
export const visitOf = (request: FastifyRequest): Visit | undefined => visits.get(request);

/** Tells what is left of the quota, where there is one. */
export function tellCredits(reply: FastifyReply, { remaining }: Visit): void {
  if (remaining !== undefined) reply.header('x-credits-remaining', String(remaining));
}

/** Finds out who asks; fails without a valid key. */
export type OpenVisit = (asked: Asked) => Promise<Visit>;

/** Lets a request on only with a key that may ask this route, within its limits, before its body is read. */
export function guard(app: FastifyInstance, openVisit: OpenVisit): void {
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint, open } = request.routeOptions.config;
    if (open) return;
    if (!endpoint) throw new Error('A route without a scope was asked');
    const { authorization } = request.headers;
    const visit = await openVisit({ authorization, endpoint, address: request.ip, requestId: request.id });
    visits.set(request, visit);
    reply.headers(await visit.limit());
    tellCredits(reply, visit);
    visit.authorise();
  });
}
