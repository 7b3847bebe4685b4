import { TimeoutError } from '../../core/async/timeout.ts';

/** Whether a connection could not be opened, or was lost while it was in use. */
export type ConnectionFault = 'unreachable' | 'lost';

/**
 * Error codes of Node and PostgreSQL. 57P0x: the server is stopping, crashed or starting; 53300: too many connections.
 */
const faultOfCode: Readonly<Record<string, ConnectionFault>> = {
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  '57P03': 'unreachable',
  '53300': 'unreachable',
  '08001': 'unreachable',
  '08004': 'unreachable',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  '57P01': 'lost',
  '57P02': 'lost',
};

// The driver's own errors have no code.
const openTimedOut = /timeout exceeded when trying to connect/;
const lost = /Connection terminated|Query read timeout|is not queryable/;

/**
 * Returns what is wrong with the connection, or undefined if the error has another cause, such as an invalid statement.
 */
export function connectionFaultOf(error: unknown): ConnectionFault | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (Object.hasOwn(faultOfCode, code)) return faultOfCode[code];
  if (error instanceof TimeoutError || openTimedOut.test(message)) return 'unreachable';
  // Class 08 is "connection exception".
  return code.startsWith('08') || lost.test(message) ? 'lost' : undefined;
}

/** Whether a lock was not free within the time that the transaction allows. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: string } | null)?.code === '55P03';

/** Whether the role of the connection lacks a right. */
export const isMissingRight = (error: unknown): boolean => (error as { code?: string } | null)?.code === '42501';

/** 25006: the server became read-only, as in a failover; 53100: its disk is full. */
const writeRefusals = new Set(['25006', '53100']);

/** Whether the server responds but accepts no writes; another connection may lead to one that does. */
export const refusesWrites = (error: unknown): boolean =>
  writeRefusals.has((error as { code?: string } | null)?.code ?? '');

/** Whether an error means that the database is unavailable, rather than that the statement was wrong. */
export const isUnreachable = (error: unknown): boolean => connectionFaultOf(error) !== undefined;
