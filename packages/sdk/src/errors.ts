import type { ProblemCode } from './generated/types.ts';

/** The codes of the service, and those of this package for a response that did not come or is not one of orgdex. */
export type ErrorCode = ProblemCode | 'connection_failed' | 'timeout' | 'deadline_exceeded' | 'unexpected_response';

export interface ErrorFacts {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly headers?: Headers | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

const textIn = (body: unknown, name: string): string | undefined => {
  const value = (body as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** Seconds from now, given as seconds or as a date. */
export function parseRetryAfter(text: string | null | undefined, now: number): number | undefined {
  if (text === null || text === undefined || text.trim() === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/**
 * Every failure of a call, except that its signal ended it.
 *
 * @example
 * try {
 *   await client.company.get({ fqdn: 'example.com' });
 * } catch (error) {
 *   if (error instanceof NotFoundError) console.log('unknown company');
 *   else if (error instanceof OrgdexError) console.log(error.code, error.param, error.requestId);
 *   else throw error;
 * }
 */
export class OrgdexError extends Error {
  override readonly name: string = 'OrgdexError';
  /** The stable name of the problem, for programs. */
  readonly code: ErrorCode;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The field or parameter that is wrong. */
  readonly param: string | undefined;
  /** Identifies the request. Include it when you contact the operator. */
  readonly requestId: string | undefined;
  /** Link to the description of the problem. */
  readonly docs: string | undefined;
  /** Seconds after which the same request may pass. */
  readonly retryAfter: number | undefined;
  /** The headers of the response; empty if there was none. */
  readonly headers: Headers;

  constructor({ code, status, message, headers = new Headers(), body, cause }: ErrorFacts) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.headers = headers;
    this.param = textIn(body, 'param');
    this.requestId = textIn(body, 'request_id') ?? headers.get('x-request-id') ?? undefined;
    this.docs = textIn(body, 'docs');
    this.retryAfter = parseRetryAfter(headers.get('retry-after'), Date.now());
  }
}

/** The request is wrong (400, and every other 4xx without a class of its own): fix what `param` names. */
export class BadRequestError extends OrgdexError {
  override readonly name: string = 'BadRequestError';
}

/** The key is missing, unknown, expired or revoked (401). */
export class AuthenticationError extends OrgdexError {
  override readonly name: string = 'AuthenticationError';
}

/** The key may not do this (403). */
export class PermissionError extends OrgdexError {
  override readonly name: string = 'PermissionError';
}

/** There is no such company, key, match or run (404). */
export class NotFoundError extends OrgdexError {
  override readonly name: string = 'NotFoundError';
}

/** The key sends too fast (429), and the retries did not help. */
export class RateLimitError extends OrgdexError {
  override readonly name: string = 'RateLimitError';
}

/** The credits of the month or a limit of the day are used up (429). Not repeated: waiting a moment does not help. */
export class QuotaExhaustedError extends OrgdexError {
  override readonly name: string = 'QuotaExhaustedError';
}

/** The service failed (5xx), or the response is not one of orgdex. */
export class ServerError extends OrgdexError {
  override readonly name: string = 'ServerError';
}

/** There was no complete response: the connection failed or broke. */
export class ConnectionError extends OrgdexError {
  override readonly name: string = 'ConnectionError';
}

/** There was no complete response in time. `code` says whether an attempt or the whole call took too long. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError';
}

type ErrorClass = new (facts: ErrorFacts) => OrgdexError;

const classes: Readonly<Record<number, ErrorClass>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  429: RateLimitError,
};

/** Credits and daily limits renew after hours or days. */
const lasting: readonly string[] = ['quota_exhausted', 'daily_cap_reached'];

function classOf(status: number, code: string): ErrorClass {
  if (status === 429 && lasting.includes(code)) return QuotaExhaustedError;
  const isClientError = status >= 400 && status < 500;
  return classes[status] ?? (isClientError ? BadRequestError : ServerError);
}

/** The error of a response that is not a success, or not one of orgdex. */
export function toError(status: number, headers: Headers, body: unknown): OrgdexError {
  const message = textIn(body, 'message');
  const code = (textIn(body, 'code') ?? 'unexpected_response') as ErrorCode;
  const unexpected = `The response has the status ${status} and is not one of orgdex. Check the address of the service.`;
  return new (classOf(status, code))({ code, status, headers, body, message: message ?? unexpected });
}
