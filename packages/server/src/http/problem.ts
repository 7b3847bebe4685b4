import { type Problem, problems } from '@orgdex/contract';
import type { Failure } from '../failure.ts';

/** Where every problem is explained, each under its code. */
export const problemPageUrl = '/docs/problems';

const defaultRetrySeconds = 1;

/** `The title` plus `its reason`, as one sentence. */
function messageOf({ code, details }: Failure): string {
  const { title } = problems[code];
  return details.because ? `${title.replace(/\.$/, '')}: ${details.because.replace(/\.$/, '')}.` : title;
}

export const statusOf = (failure: Failure): number => problems[failure.code].status;

/** The error object of a refusal. */
export function toProblem(failure: Failure, requestId: string): Problem {
  const { param } = failure.details;
  return {
    error: problems[failure.code].number,
    message: messageOf(failure),
    code: failure.code,
    ...(param === undefined ? {} : { param }),
    request_id: requestId,
    docs: `${problemPageUrl}#${failure.code}`,
  };
}

/** The headers that a refusal carries beside those of every answer. */
export function problemHeaders(failure: Failure): Record<string, string> {
  const status = statusOf(failure);
  return {
    'content-type': 'application/json; charset=utf-8',
    ...(status === 401 ? { 'www-authenticate': 'Bearer realm="orgdex"' } : {}),
    ...(status === 503 || status === 429
      ? { 'retry-after': String(failure.details.retryAfter ?? defaultRetrySeconds) }
      : {}),
    ...failure.details.headers,
  };
}
