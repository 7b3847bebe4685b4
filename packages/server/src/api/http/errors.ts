import { commonProblems, type ProblemCode, problemsOf, sessionProblems } from '@orgdex/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { traceIdOf } from '../../core/tracing/request-spans.ts';
import { problemHeaders, statusOf, toProblem } from './problem.ts';
import { shownRequestId } from './request-id.ts';
import { emptyBody, toFailure } from './validation.ts';

const brokenJson = 'The request body is not valid JSON. Send a JSON object with the documented fields.';

/** An operation may accept more than the limit that the title of the problem names. */
function bodyTooLarge({ routeOptions }: FastifyRequest): Failure {
  const { maxBodyBytes } = routeOptions.config.endpoint ?? {};
  const message = maxBodyBytes && `The request body is larger than ${maxBodyBytes / 1024} KiB.`;
  return new Failure('body_too_large', { headers: { connection: 'close' }, ...(message && { message }) });
}

const frameworkCodes: Readonly<Record<string, (request: FastifyRequest) => Failure>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Failure('invalid_body', { message: emptyBody }),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new Failure('invalid_body', { message: brokenJson }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Failure('bad_request', { message: 'The length of the body differs from the `Content-Length` header.' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Failure('unsupported_media_type'),
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  ECONNRESET: () =>
    new Failure('bad_request', { message: 'The connection was closed before the request was complete.' }),
  FST_ERR_BAD_URL: () =>
    new Failure('bad_request', { message: 'The path of the URL is not percent-encoded correctly.' }),
};

function fromFramework(error: FastifyError, request: FastifyRequest): Failure {
  const { endpoint } = request.routeOptions.config;
  const first = error.validation?.[0];
  if (first && endpoint) {
    const context = error.validationContext;
    const part = context === 'body' || context === 'params' ? context : 'query';
    return toFailure({ endpoint, part, sent: request[part], error: first });
  }
  // Fastify's JSON parser reports a poisoned prototype as a plain SyntaxError.
  if (error.statusCode === 400 && error instanceof SyntaxError) {
    return new Failure('invalid_body', { message: brokenJson });
  }
  return frameworkCodes[error.code]?.(request) ?? new Failure('internal', { cause: error });
}

function documented({ is404, routeOptions }: FastifyRequest): readonly ProblemCode[] | undefined {
  if (is404) return undefined;
  const { endpoint } = routeOptions.config;
  return endpoint ? [...problemsOf(endpoint), ...sessionProblems] : commonProblems;
}

/** The failure to respond with. One that the endpoint does not document is a bug, and so an internal error. */
function toAnswer(error: Error, request: FastifyRequest): Failure {
  const failure = error instanceof Failure ? error : fromFramework(error as FastifyError, request);
  const codes = documented(request);
  if (!codes || codes.includes(failure.code)) return failure;
  return new Failure('internal', {
    cause: new Error(`${failure.code} is not documented for this endpoint`, { cause: error }),
  });
}

/** What the log may contain of an error. Not its other fields: they can contain the request. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) };
}

function report(failure: Failure, request: FastifyRequest): void {
  if (statusOf(failure) < 500 || failure.details.simulated) return;
  const level = failure.code === 'internal' ? 'error' : 'warn';
  request.log[level](
    {
      request_id: request.id,
      trace_id: traceIdOf(request),
      code: failure.code,
      error: describe(failure.details.cause ?? failure),
    },
    'request failed',
  );
}

/** Responds to every error of every route with the error object. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  sendFailure(error, request, reply);
}

/** The same; returns what the error means. */
export function sendFailure(error: Error, request: FastifyRequest, reply: FastifyReply): Failure {
  const failure = toAnswer(error, request);
  report(failure, request);
  const requestId = shownRequestId(request);
  // A string bypasses the response schema of the route.
  void reply
    .code(statusOf(failure))
    .headers({ ...problemHeaders(failure), 'x-request-id': requestId })
    .send(JSON.stringify(toProblem(failure, requestId, traceIdOf(request))));
  return failure;
}
