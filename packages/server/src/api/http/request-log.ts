import type { KeyMode } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { traceIdOf } from '../../core/tracing/request-spans.ts';
import { authorizedRequestOf } from './authorize.ts';
import { callerRequestIdOf } from './request-id.ts';

export interface ResponseFacts {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** `none`: the route needs no key, or none was valid. */
  readonly keyMode: KeyMode | 'none';
  readonly ms: number;
}

/** Logs one line per response: who called which route, never the content of the request. */
export function logResponses(app: FastifyInstance, observe: (answer: ResponseFacts) => void): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { account, key, mode } = authorizedRequestOf(request)?.caller ?? {};
    const answer: ResponseFacts = {
      method: request.method,
      route: request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)'),
      status: reply.statusCode,
      keyMode: mode ?? 'none',
      ms: Math.round(reply.elapsedTime * 1000) / 1000,
    };
    observe(answer);
    const ids = {
      request_id: request.id,
      caller_request_id: callerRequestIdOf(request.headers),
      trace_id: traceIdOf(request),
    };
    app.log.info({ ...ids, ...answer, account, key }, 'request completed');
    done();
  });
}
