import type { Endpoint } from '@orgdex/contract';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Failure } from '../failure.ts';
import { acceptEmptyBodies } from './body.ts';
import { guard, type OpenVisit } from './caller.ts';
import { answerClientError } from './client-error.ts';
import { type ConnectionLimit, limitConnections } from './connection-limit.ts';
import { answerError } from './errors.ts';
import { checkConnectionsMs, limits, requestTimeoutMs } from './limits.ts';
import { type AnswerFacts, logAnswers } from './log.ts';
import { newRequestId, shownRequestId } from './request-id.ts';
import { keepRouteTable } from './route-table.ts';
import { ajvOptions } from './schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that this route serves: its scope guards it. */
    endpoint?: Endpoint;
    /** Answers without a key. */
    open?: true;
  }
}

export interface HttpDeps {
  readonly log: Logger;
  /** Absent: only open routes are served. */
  readonly openVisit?: OpenVisit;
  /** Proxies whose word about the caller's address is taken. */
  readonly trustedProxies?: readonly string[];
  readonly observe?: (answer: AnswerFacts) => void;
  /** Absent: a client may open as many connections as it likes. */
  readonly connections?: Omit<ConnectionLimit, 'exempt'>;
  readonly timeoutMs?: number;
}

/** What makes sense for JSON; transport security is for whoever ends TLS. */
const securityHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const sizeOf = (rawHeaders: readonly string[]): number => rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);

/** Whether the head of the request can be worked with at all. */
function checkHead({ raw, host }: FastifyRequest): void {
  if ((raw.url ?? '').length > limits.url) throw new Failure('url_too_long');
  if (sizeOf(raw.rawHeaders) > limits.headers) throw new Failure('headers_too_large');
  if (!URL.canParse(`http://${host}`)) throw new Failure('bad_request', { because: 'its Host header is not a host' });
}

function create({ log, trustedProxies = [], timeoutMs = requestTimeoutMs, connections }: HttpDeps): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    // Its own lines would show the URL, and with it what was asked.
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all: a child for each request costs more than the line that it writes.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    genReqId: newRequestId,
    ...(trustedProxies.length > 0 ? { trustProxy: [...trustedProxies] } : {}),
    bodyLimit: limits.body,
    // Longer names are refused by what they name, after the key.
    routerOptions: { maxParamLength: limits.url },
    requestTimeout: timeoutMs,
    http: {
      maxHeaderSize: limits.head,
      // Node would answer a missing Host header by itself, without the error object.
      requireHostHeader: false,
      headersTimeout: timeoutMs,
      connectionsCheckingInterval: checkConnectionsMs,
    },
    // What still arrives while we stop is answered, and its connection closed.
    return503OnClosing: false,
    ajv: { customOptions: { ...ajvOptions, keywords: [...ajvOptions.keywords] } },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerError,
  });
  // An unknown expectation may be ignored; Node would answer 417 without the error object.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  if (connections) limitConnections(app.server, { ...connections, exempt: trustedProxies });
  return app as unknown as FastifyInstance;
}

/** A server on which every answer has a request id and every refusal is the error object; routes come after. */
export async function openHttp(deps: HttpDeps): Promise<FastifyInstance> {
  const { openVisit, observe = () => {} } = deps;
  const app = create(deps);
  const table = keepRouteTable(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw new Failure('route_not_found');
  });
  app.removeContentTypeParser('text/plain');
  acceptEmptyBodies(app);
  logAnswers(app, observe);
  // First of all hooks, so that refusals carry the headers too.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', shownRequestId(request));
    checkHead(request);
    if (request.is404) throw refuseRoute(table.allowed(request.url));
    done();
  });
  if (openVisit) guard(app, openVisit);
  return app;
}

function refuseRoute(allowed: readonly string[]): Failure {
  if (allowed.length === 0) return new Failure('route_not_found');
  const methods = [...new Set(allowed)].join(', ');
  return new Failure('method_not_allowed', { because: `send ${methods}`, headers: { allow: methods } });
}
