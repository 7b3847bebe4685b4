import { OperatorError } from '../failure.ts';

/** What happened and what to do, for the faults that an operator can mend; a stack for the others. */
export function explainError(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (
    code === 'ECONNREFUSED' ||
    code === 'ENOTFOUND' ||
    /ConnectionError|ECONNREFUSED/.test(`${(error as Error).name} ${message}`)
  ) {
    return `An engine cannot be reached: ${message}. Are they running? \`npm run engines:up\` starts them here; DATABASE_URL, OPENSEARCH_URL and REDIS_URL say where else they are.`;
  }
  if (code === 'EADDRINUSE') return `${message}. Stop what uses that port, or set PORT or METRICS_PORT to another.`;
  if (code === '3D000') return `${message}. Create the database first, or let DATABASE_URL name another.`;
  if (code === '28P01' || code === '28000') return `The ledger refuses us: ${message}. Check DATABASE_URL.`;
  return stack ?? String(error);
}
