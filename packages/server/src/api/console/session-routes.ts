import { GetSession, SignIn, type SignInQuestion, SignOut } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { type AccessDeps, authorizeCaller } from '../access/authorized-request.ts';
import { checkProxy, checkSameOrigin, removedCookie, sessionCookie, sessionIdOf } from '../access/browser-request.ts';
import { asSession, findKeyCaller } from '../access/keys.ts';
import { queryDatabase } from '../access/query-database.ts';
import { admit, toIncoming } from '../http/authorize.ts';
import { routeOf, serve } from '../http/serve-endpoint.ts';
import { describeSession, endSession, type SessionDeps, startSession } from './sessions.ts';

/** Checks the key like that of any request: a key that is not valid, allowed here or within its limits gets the same response. */
function signInRoute(app: FastifyInstance, access: AccessDeps, deps: SessionDeps): void {
  app.route<{ Body: SignInQuestion }>({
    ...routeOf(SignIn),
    config: { endpoint: SignIn, open: true },
    async handler(request, reply) {
      checkSameOrigin(request);
      checkProxy(request);
      const caller = asSession(await findKeyCaller(access, request.body.key.trim()));
      await admit(request, reply, authorizeCaller(access, toIncoming(request, SignIn), caller));
      const previousId = sessionIdOf(request);
      const id = await queryDatabase(() => startSession(deps, { keyId: caller.key, previousId }));
      reply.header('set-cookie', sessionCookie(request, id));
      return queryDatabase(() => describeSession(deps, caller));
    },
  });
}

function signOutRoute(app: FastifyInstance, deps: SessionDeps): void {
  app.route({
    ...routeOf(SignOut),
    config: { endpoint: SignOut, open: true },
    async handler(request, reply) {
      checkSameOrigin(request);
      const id = sessionIdOf(request);
      const ended = id !== undefined && (await queryDatabase(() => endSession(deps, id)));
      reply.headers({ 'set-cookie': removedCookie(request), 'cache-control': 'no-store' });
      return { ended };
    },
  });
}

/** Sign-in, session and sign-out of the console. */
export function sessionRoutes(app: FastifyInstance, access: AccessDeps, deps: SessionDeps): void {
  signInRoute(app, access, deps);
  serve(app, GetSession, async (_, caller) => ({ body: await queryDatabase(() => describeSession(deps, caller)) }));
  signOutRoute(app, deps);
}
