import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StoreWatch } from '../async/store-calls.ts';
import { parseTraceParent, type TraceParent, toTraceParent } from './trace-parent.ts';

/** The span of one request. Calls to the stores inside `run` become parts of it. */
export interface RequestSpan {
  readonly place: TraceParent;
  run(work: () => void): void;
  end(status: number): void;
}

/** What a span says of a request: never its parameters. */
export interface RequestFacts {
  readonly method: string;
  readonly route: string;
  readonly requestId: string;
  /** The span of the caller; absent: the trace starts here. */
  readonly parent: TraceParent | undefined;
}

export interface Tracing {
  startRequest(facts: RequestFacts): RequestSpan;
  readonly traceStore: StoreWatch['trace'];
  /** Sends what is left, and stops. */
  close(): Promise<void>;
}

const span = Symbol('span');

interface WithSpan {
  [span]?: RequestSpan;
}

/** The trace that a request belongs to: ours, or else that of the caller. */
export const traceIdOf = (request: FastifyRequest): string | undefined =>
  (request as WithSpan)[span]?.place.traceId ?? parseTraceParent(request.headers.traceparent)?.traceId;

/** Traces every operation of the API. Must be called before other hooks are added, so that they are inside the span. */
export function traceRequests(app: FastifyInstance, { startRequest }: Tracing): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { config, url: route = '' } = request.routeOptions;
    if (!config.endpoint) return done();
    const parent = parseTraceParent(request.headers.traceparent);
    const started = startRequest({ method: request.method, route, requestId: request.id, parent });
    (request as WithSpan)[span] = started;
    reply.header('traceparent', toTraceParent(started.place));
    started.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    (request as WithSpan)[span]?.end(reply.statusCode);
    done();
  });
}
