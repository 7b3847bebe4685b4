import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StoreWatch } from '../async/store-calls.ts';

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

/** Where a span belongs, as the header `traceparent` of W3C Trace Context states it. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  /** 1: the trace is sampled. */
  readonly traceFlags: number;
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const isZero = (id: string): boolean => /^0+$/.test(id);

/** Undefined: there is none, or it is invalid and must be ignored. */
export function parseTraceParent(header: string | string[] | undefined): TraceParent | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(header) ?? [];
  // Later versions may add parts; version 00 has none.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (isZero(traceId) || isZero(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}

export const toTraceParent = ({ traceId, spanId, traceFlags }: TraceParent): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
