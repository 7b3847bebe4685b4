import { Failure, OperatorError } from '../../errors/failure.ts';
import { type ConnectionFault, connectionFaultOf } from '../../ledger/connection-errors.ts';
import { explainFailure } from './explain-failure.ts';

const connectionAdvice: Readonly<Record<ConnectionFault, (message: string) => string>> = {
  unreachable: (message) =>
    [
      `Cannot connect to a store: ${message}. Check that PostgreSQL, OpenSearch and Redis are running (\`npm run`,
      `engines:up\` starts them on this machine) and that DATABASE_URL, OPENSEARCH_URL and REDIS_URL are right.`,
    ].join(' '),
  lost: (message) =>
    [
      `The connection to a store was lost: ${message}. Wait until \`orgdex status\` shows all stores as healthy,`,
      'then run the same command again: an import or a publish continues where it stopped.',
    ].join(' '),
};

/** The OpenSearch client wraps connection errors in its own. */
const isEngineConnection = ({ name }: Error): boolean => /^(?:NoLiving)?Connections?Error$/.test(name);

/** If a host name has several addresses, Node reports one error for each, in an error without a message. */
const messageOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((one: Error) => one.message).join(', ') : error.message;

/** What happened and how to fix it, for errors that an operator can fix; a stack trace for all others. */
export function explainError(thrown: unknown): string {
  if (thrown instanceof OperatorError) return thrown.message;
  if (thrown instanceof Failure) return explainFailure(thrown);
  const error = thrown as NodeJS.ErrnoException;
  const { code, message, stack } = error;
  const fault = isEngineConnection(error) ? 'unreachable' : connectionFaultOf(error);
  if (fault) return connectionAdvice[fault](messageOf(error));
  if ((error as { statusCode?: number }).statusCode === 429) {
    return [
      `OpenSearch is overloaded or short of memory: ${message}. Run the same command again later: it continues`,
      'where it stopped. If this repeats, give OpenSearch a larger Java heap.',
    ].join(' ');
  }
  if (code === 'EADDRINUSE') return `${message}. Stop the process that uses this port, or set PORT or METRICS_PORT.`;
  if (code === '3D000') return `${message}. Create the database, or set DATABASE_URL to one that exists.`;
  if (code === '28P01' || code === '28000')
    return `PostgreSQL rejected the login: ${message}. Check the user and password in DATABASE_URL.`;
  return stack ?? String(error);
}
