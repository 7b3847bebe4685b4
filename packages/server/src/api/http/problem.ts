import { type Problem, problems } from '@orgdex/contract';
import type { Failure } from '../../core/errors/failure.ts';
import { printable } from '../../core/output/escape.ts';
import { durationText } from '../../core/output/numbers.ts';
import { withoutKeys } from '../access/key-form.ts';

/** The page that describes every problem, each under its code. */
export const problemPageUrl = '/docs/problems';

const defaultRetrySeconds = 1;

export const statusOf = (failure: Failure): number => problems[failure.code].status;

/** Seconds until a retry makes sense; undefined where a retry alone does not help. */
function retryAfterOf(failure: Failure): number | undefined {
  const status = statusOf(failure);
  return status === 429 || status === 503 ? (failure.details.retryAfter ?? defaultRetrySeconds) : undefined;
}

/** The sentences of the failure, or else the title of its problem; then when to retry. On one line, and never with an API key. */
export function failureMessage(failure: Failure): string {
  const message = failure.details.message ?? problems[failure.code].title;
  const retryAfter = retryAfterOf(failure);
  const whole = retryAfter === undefined ? message : `${message} Retry after ${durationText(retryAfter)}.`;
  return printable(withoutKeys(whole));
}

/** The error object of a failure. */
export function toProblem(failure: Failure, requestId: string, traceId?: string): Problem {
  const { param } = failure.details;
  return {
    error: problems[failure.code].number,
    message: failureMessage(failure),
    code: failure.code,
    ...(param === undefined ? {} : { param: printable(withoutKeys(param)) }),
    request_id: requestId,
    ...(traceId === undefined ? {} : { trace_id: traceId }),
    docs: `${problemPageUrl}#${failure.code}`,
  };
}

/** The headers of an error response, in addition to those of every response. */
export function problemHeaders(failure: Failure): Record<string, string> {
  const retryAfter = retryAfterOf(failure);
  return {
    'content-type': 'application/json; charset=utf-8',
    ...(statusOf(failure) === 401 ? { 'www-authenticate': 'Bearer realm="orgdex"' } : {}),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...failure.details.headers,
  };
}
