import type { ProblemCode } from '@orgdex/contract';

interface FailureDetails {
  /** The field or parameter that is wrong. */
  param?: string;
  /** Full sentences for the caller: what is wrong, field first, and how to fix it. Absent: the title of the problem. */
  message?: string;
  /** Seconds until a retry makes sense. The message of a 429 or 503 ends with it. */
  retryAfter?: number;
  /** The underlying error: for the log, never for the caller. */
  cause?: unknown;
  headers?: Record<string, string>;
  /** A test key requested this failure. Nothing is wrong, so nothing is logged. */
  simulated?: true;
}

/** A failure with a meaning. `api/http/problem.ts` turns it into a response. */
export class Failure extends Error {
  readonly code: ProblemCode;
  readonly details: FailureDetails;

  constructor(code: ProblemCode, details: FailureDetails = {}) {
    super(details.message ? `${code}: ${details.message}` : code, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/** A value that the schema alone cannot reject: `` `from` must not be after `to`. `` */
export const invalidField = (param: string, predicate: string): Failure =>
  new Failure('invalid_field', { param, message: `\`${param}\` ${predicate}` });

/** A mistake that the operator can fix: printed without a stack trace, with exit status 1. */
export class OperatorError extends Error {}

/** Such a mistake that can also be made over the admin API, which returns this problem. */
export class OperatorProblem extends OperatorError {
  readonly problem: ProblemCode;
  /** The field that is wrong. */
  readonly param: string | undefined;

  constructor(problem: ProblemCode, message: string, param?: string) {
    super(message);
    this.problem = problem;
    this.param = param;
  }
}

/** An error as plain data, to be sent from one thread to another. */
export interface ThreadError {
  readonly message: string;
  readonly isOperators: boolean;
  /** What explains the error to the operator: the name, the stack, and the codes of PostgreSQL, Node and OpenSearch. */
  readonly details: { name: string; stack: string | undefined; code?: string; statusCode?: number };
}

/** If a host name has several addresses, Node reports one error for each, in an error without a message. */
export const messageOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((one: Error) => one.message).join(', ') : error.message;

export function toThreadError(thrown: unknown): ThreadError {
  const error = thrown as Error & { code?: string; statusCode?: number };
  const { name, stack, code, statusCode } = error;
  return {
    message: messageOf(error),
    isOperators: error instanceof OperatorError,
    details: { name, stack, ...(code !== undefined && { code }), ...(statusCode !== undefined && { statusCode }) },
  };
}

/** The error again, in the thread that receives it. */
export const fromThreadError = ({ message, isOperators, details }: ThreadError): Error =>
  isOperators ? new OperatorError(message) : Object.assign(new Error(message), details);
