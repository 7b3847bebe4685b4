import type { ProblemCode } from '@orgdex/contract';

interface FailureDetails {
  /** The field or parameter to blame. */
  param?: string;
  /** Public words that end the sentence of the problem's title. */
  because?: string;
  /** Seconds after which asking again makes sense. */
  retryAfter?: number;
  /** What really happened: for the log, never for the caller. */
  cause?: unknown;
  headers?: Record<string, string>;
  /** A test key asked for it: nothing is wrong. */
  rehearsed?: true;
}

/** A refusal with a meaning. What HTTP makes of it is decided at the edge. */
export class Failure extends Error {
  readonly code: ProblemCode;
  readonly details: FailureDetails;

  constructor(code: ProblemCode, details: FailureDetails = {}) {
    super(details.because ? `${code}: ${details.because}` : code, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/** A field whose value the schema alone cannot refuse. */
export const invalidField = (param: string, because: string): Failure =>
  new Failure('invalid_field', { param, because });

/** A mistake that the operator can mend: printed without a stack, and the command ends with 1. */
export class OperatorError extends Error {}
