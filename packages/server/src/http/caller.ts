import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Asked, Visit } from '../access/visit.ts';

const visit = Symbol('visit');

/** A property of the request itself: looking it up aside costs more than the rest of the guard. */
interface Visited {
  [visit]?: Visit;
}

/** The request as access sees it; undefined where no key is asked for. */
export const visitOf = (request: FastifyRequest): Visit | undefined => (request as Visited)[visit];

/** Tells what is left of the quota, where there is one. */
export function tellCredits(reply: FastifyReply, { remaining }: Visit): void {
  if (remaining !== undefined) reply.header('x-credits-remaining', String(remaining));
}

/** Finds out who asks; fails without a valid key. */
export type OpenVisit = (asked: Asked) => Promise<Visit>;

/** Lets a request on only with a key that may ask this route, within its limits, before its body is read. */
export function guard(app: FastifyInstance, openVisit: OpenVisit): void {
  app.decorateRequest(visit);
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint, open } = request.routeOptions.config;
    if (open) return;
    if (!endpoint) throw new Error('A route without a scope was asked');
    const { authorization } = request.headers;
    const opened = await openVisit({ authorization, endpoint, address: request.ip, requestId: request.id });
    (request as Visited)[visit] = opened;
    reply.headers(await opened.limit());
    tellCredits(reply, opened);
    opened.authorise();
  });
}
