import { OperatorError } from './failure.ts';

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
