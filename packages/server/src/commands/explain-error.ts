import { Failure, OperatorError } from '../failure.ts';
import { explainFailure } from './explain-failure.ts';

/** An engine that stops, crashes or is just starting, by the code or the words that we hear of it. */
const brokenOff =
  /^57P0[1-3]$|^ECONNRESET$|^EPIPE$|^Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/;

/** What happened and what to do, for the faults that an operator can mend; a stack for the others. */
export function explainError(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof Failure) return explainFailure(error);
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (
    code === 'ECONNREFUSED' ||
    code === 'ENOTFOUND' ||
    /Connections?Error|ECONNREFUSED/.test(`${(error as Error).name} ${message}`)
  ) {
    return `An engine cannot be reached: ${message}. Are they running? \`npm run engines:up\` starts them here; DATABASE_URL, OPENSEARCH_URL and REDIS_URL say where else they are.`;
  }
  if (brokenOff.test(code ?? '') || brokenOff.test(message)) {
    return `The connection to an engine broke off: ${message}. When all of them answer again (\`orgdex status\`), run the same command again: an import or a publish goes on where it stopped.`;
  }
  if ((error as { statusCode?: number }).statusCode === 429) {
    return `OpenSearch is too busy, or has too little memory: ${message}. Run the same command again later: it goes on where it stopped. If it comes back, give its Java process more heap.`;
  }
  if (code === 'EADDRINUSE') return `${message}. Stop what uses that port, or set PORT or METRICS_PORT to another.`;
  if (code === '3D000') return `${message}. Create the database first, or let DATABASE_URL name another.`;
  if (code === '28P01' || code === '28000') return `The ledger refuses us: ${message}. Check DATABASE_URL.`;
  return stack ?? String(error);
}
