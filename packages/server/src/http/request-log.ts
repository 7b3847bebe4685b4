import type { KeyMode } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { visitOf } from './authorize.ts';
import { callersRequestId } from './request-id.ts';

export interface AnswerFacts {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** `none`: the route needs no key, or none was valid. */
  readonly keyMode: KeyMode | 'none';
  readonly ms: number;
}

/** Logs one line per response: who called which route, never the content of the request. */
export function logAnswers(app: FastifyInstance, observe: (answer: AnswerFacts) => void): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { account, key, mode } = visitOf(request)?.caller ?? {};
    const answer: AnswerFacts = {
      method: request.method,
      route: request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)'),
      status: reply.statusCode,
      keyMode: mode ?? 'none',
      ms: Math.round(reply.elapsedTime * 1000) / 1000,
    };
    observe(answer);
    const callersId = callersRequestId(request.headers);
    app.log.info({ reqId: request.id, ...answer, account, key, callersId }, 'request completed');
    done();
  });
}
