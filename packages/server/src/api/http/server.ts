import type { Socket } from 'node:net';
import type { Endpoint, ProblemCode } from '@orgdex/contract';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Failure } from '../../core/errors/failure.ts';
import { type Tracing, traceRequests } from '../../core/tracing/request-spans.ts';
import type { AuthorizedRequest } from '../access/authorized-request.ts';
import { type Authorize, authorizedRequestOf, requireKey } from './authorize.ts';
import { rejectConnect, sendClientError } from './client-error.ts';
import { type ConnectionLimit, limitConnections, releaseUnread } from './connection-limit.ts';
import { sendError, sendFailure } from './errors.ts';
import { checkConnectionsMs, limits, proxyKeepAliveMs, requestTimeoutMs } from './limits.ts';
import { newRequestId, shownRequestId } from './request-id.ts';
import { logResponses, type ResponseFacts } from './request-log.ts';
import { recordRoutes } from './route-table.ts';
import { ajvOptions } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that this route serves; its scope is required. */
    endpoint?: Endpoint;
    /** Needs no key. */
    open?: true;
  }
}

export interface HttpDeps {
  readonly log: Logger;
  /** Absent: only routes without a key are served. */
  readonly authorize?: Authorize;
  /** Proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies?: readonly string[];
  readonly observe?: (answer: ResponseFacts) => void;
  /** Called with each problem of a request with a valid key. */
  readonly onProblem?: (caller: AuthorizedRequest['caller'], code: ProblemCode) => void;
  /** Absent: a client may open as many connections as it likes. */
  readonly connections?: Omit<ConnectionLimit, 'exempt'>;
  readonly timeoutMs?: number;
  /** While true, each connection is closed after its response, so that the next request goes elsewhere. */
  readonly isDraining?: () => boolean;
  /** Absent: requests are not traced. */
  readonly tracing?: Tracing | undefined;
}

/** The headers that make sense for JSON. HSTS is up to the proxy that terminates TLS. */
const securityHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const sizeOf = (rawHeaders: readonly string[]): number => rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);

/** Of two, a proxy in front may have read another one than we would. */
const singleHeaders = ['host', 'authorization'] as const;

/** How often a header is sent. For every request, so only names of the same length are compared. */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] as string;
    if (sent.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}

function checkSingle({ rawHeaders }: FastifyRequest['raw']): void {
  const repeated = singleHeaders.find((name) => countOf(rawHeaders, name) > 1);
  if (repeated) throw new Failure('bad_request', { message: `The \`${repeated}\` header is sent more than once.` });
}

/** Requests of HTTP/1.0, as some health checks send them, need no Host header. */
const needsNoHost = ({ httpVersion, headers }: FastifyRequest['raw']): boolean =>
  httpVersion === '1.0' && headers.host === undefined;

/** Checks the sizes of URL and headers, and the headers that must be there once. */
function checkHead({ raw, host }: FastifyRequest): void {
  if ((raw.url ?? '').length > limits.url) throw new Failure('url_too_long');
  if (sizeOf(raw.rawHeaders) > limits.headers) throw new Failure('headers_too_large');
  checkSingle(raw);
  if (!needsNoHost(raw) && !URL.canParse(`http://${host}`))
    throw new Failure('bad_request', { message: 'The `Host` header is missing or not a valid host.' });
}

function create({ log, trustedProxies = [], timeoutMs = requestTimeoutMs, connections }: HttpDeps): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    // Fastify's own lines would contain the URL, and so the query.
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: a child logger costs more than the line it writes.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    genReqId: newRequestId,
    ...(trustedProxies.length > 0 ? { trustProxy: [...trustedProxies] } : {}),
    bodyLimit: limits.body,
    // Names that are too long are rejected by their operation, after the key is checked.
    routerOptions: { maxParamLength: limits.url },
    requestTimeout: timeoutMs,
    keepAliveTimeout: trustedProxies.length > 0 ? proxyKeepAliveMs : timeoutMs,
    http: {
      maxHeaderSize: limits.head,
      // Node would respond to a missing Host header itself, without the error object.
      requireHostHeader: false,
      headersTimeout: timeoutMs,
      connectionsCheckingInterval: checkConnectionsMs,
    },
    // Requests that still arrive during shutdown are served, and their connections closed.
    return503OnClosing: false,
    ajv: { customOptions: { ...ajvOptions, keywords: [...ajvOptions.keywords] } },
    clientErrorHandler: sendClientError,
    frameworkErrors: sendError,
  });
  // An unknown expectation may be ignored; Node would respond 417 without the error object.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Node would close the connection without a response.
  app.server.on('connect', (_, socket) => rejectConnect(socket as Socket));
  releaseUnread(app.server, timeoutMs);
  if (connections) limitConnections(app.server, { ...connections, exempt: trustedProxies });
  return app as unknown as FastifyInstance;
}

/** A server without routes on which every response has a request id and every error is the error object. */
export async function openHttp(deps: HttpDeps): Promise<FastifyInstance> {
  const { authorize, observe = () => {}, onProblem = () => {}, isDraining = () => false } = deps;
  const app = create(deps);
  const table = recordRoutes(app);
  app.setErrorHandler((error: Error, request, reply) => {
    const { code } = sendFailure(error, request, reply);
    const caller = authorizedRequestOf(request)?.caller;
    if (caller) onProblem(caller, code);
  });
  app.setNotFoundHandler(() => {
    throw new Failure('route_not_found');
  });
  app.removeContentTypeParser('text/plain');
  acceptEmptyBodies(app);
  logResponses(app, observe);
  if (deps.tracing) traceRequests(app, deps.tracing);
  // The first hook of every server, so that error responses have the headers too.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', shownRequestId(request));
    if (isDraining()) reply.header('connection', 'close');
    checkHead(request);
    if (request.is404) throw table.refuse(request.method, request.url);
    done();
  });
  if (authorize) requireKey(app, authorize);
  return app;
}

/** Fails while the service is not ready. */
export type CheckReady = () => Promise<void>;

/** Liveness and readiness of the process. */
export function healthRoutes(app: FastifyInstance, checkReady: CheckReady): void {
  const config = { open: true } as const;
  app.get('/livez', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    await checkReady();
    return { status: 'ok' };
  });
}

/** Whether an operation works without a body: it has none, or all its fields are optional. */
const isOptional = ({ body }: Endpoint): boolean => ((body?.required as string[] | undefined) ?? []).length === 0;

/** Many clients send a content type without a body. Where no body is required, that counts as `{}`. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const { endpoint } = request.routeOptions.config;
    if (text === '' && endpoint && isOptional(endpoint)) return done(null, {});
    void parse(request, text as string, done);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config;
    if (request.body === undefined && endpoint?.body && isOptional(endpoint)) request.body = {};
    done();
  });
}
