import { OutOfPatience } from '../patience.ts';

/** The server is away, starting, stopping or full, by the codes that Node and PostgreSQL give. */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['57P01', '57P02', '57P03', '53300'],
]);
// The driver gives its own faults no code.
const words = /Connection terminated|timeout exceeded when trying to connect|Query read timeout|is not queryable/;

/** Whether an error says that the ledger cannot be asked, and not that the question was wrong. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return error instanceof OutOfPatience || codes.has(code) || code.startsWith('08') || words.test(message);
}
