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
