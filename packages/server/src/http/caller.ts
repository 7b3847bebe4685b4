import type { Scope } from '@orgdex/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Who asks: what a request is logged and counted by. */
export interface Caller {
  readonly account: string;
  readonly key: string;
}

/** Fails unless the header holds a key that has the scope. */
export type CheckKey = (authorization: string | undefined, scope: Scope) => Promise<Caller>;

const callers = new WeakMap<FastifyRequest, Caller>();

/** Whoever the key of this request belongs to; undefined where no key is asked for. */
export const callerOf = (request: FastifyRequest): Caller | undefined => callers.get(request);

/** Lets a request on only with a key that has the route's scope, before its body is read. */
export function guard(app: FastifyInstance, checkKey: CheckKey): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint, open } = request.routeOptions.config;
    if (open) return;
    if (!endpoint) throw new Error('A route without a scope was asked');
    callers.set(request, await checkKey(request.headers.authorization, endpoint.scope));
  });
}
