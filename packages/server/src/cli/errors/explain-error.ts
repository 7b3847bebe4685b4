import type { ProblemCode } from '@orgdex/contract';
import { failureMessage } from '../../api/http/problem.ts';
import { Failure, messageOf, OperatorError } from '../../core/errors/failure.ts';
import { type ConnectionFault, connectionFaultOf } from '../../stores/postgres/connection-errors.ts';

const connectionAdvice: Readonly<Record<ConnectionFault, (message: string) => string>> = {
  unreachable: (message) =>
    [
      `Cannot connect to a store: ${message}. Check that PostgreSQL, OpenSearch and Redis are running (\`npm run`,
      `stores:up\` starts them on this machine) and that DATABASE_URL, OPENSEARCH_URL and REDIS_URL are right.`,
    ].join(' '),
  lost: (message) =>
    [
      `The connection to a store was lost: ${message}. Wait until \`orgdex status\` shows all stores as healthy,`,
      'then run the same command again: an import or a publish continues where it stopped.',
    ].join(' '),
};

/** Codes of Node for a certificate that it does not trust. */
const untrustedCodes: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The OpenSearch client wraps these, and keeps only the text. */
const untrustedText =
  /self-signed certificate|unable to (?:get|verify) .*certificate|certificate has expired|'s altnames/;

const isUntrusted = ({ code = '', message }: NodeJS.ErrnoException): boolean =>
  untrustedCodes.has(code) || untrustedText.test(message);

const untrustedAdvice = (message: string): string =>
  [
    `The certificate of a store is not trusted: ${message}. If your own certificate authority issued it, name its certificate in`,
    'NODE_EXTRA_CA_CERTS. Otherwise check the host name in DATABASE_URL, OPENSEARCH_URL and REDIS_URL.',
  ].join(' ');

/** The OpenSearch client wraps connection errors in its own. */
const isOpenSearchConnection = ({ name }: Error): boolean => /^(?:NoLiving)?Connections?Error$/.test(name);

/** A node of OpenSearch that was reached before stopped responding. */
const isOpenSearchTimeout = ({ name }: Error): boolean => name === 'TimeoutError';

function faultOf(error: Error): ConnectionFault | undefined {
  if (isOpenSearchConnection(error)) return 'unreachable';
  return connectionFaultOf(error) ?? (isOpenSearchTimeout(error) ? 'lost' : undefined);
}

/** What happened and how to fix it, for errors that an operator can fix; a stack trace for all others. */
export function explainError(thrown: unknown): string {
  if (thrown instanceof OperatorError) return thrown.message;
  if (thrown instanceof Failure) return explainFailure(thrown);
  const error = thrown as NodeJS.ErrnoException;
  const { code, message, stack } = error;
  if (isUntrusted(error)) return untrustedAdvice(message);
  const fault = faultOf(error);
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
  if (code === '42501') {
    return [
      `PostgreSQL: ${message}. The role in DATABASE_URL lacks a right of this command. \`orgdex role list\` shows the jobs of`,
      'each role, and `orgdex role grant <job> <role>`, run as the owner of the tables, adds one.',
    ].join(' ');
  }
  return stack ?? String(error);
}

/** The command that lists what exists. */
const listings: Partial<Record<ProblemCode, string>> = {
  plan_not_found: 'orgdex plan list',
  account_not_found: 'orgdex account list',
  key_not_found: 'orgdex key list',
};

/** The message of a failure, for the operator. */
function explainFailure(failure: Failure): string {
  const listing = listings[failure.code];
  return listing ? `${failureMessage(failure)} See \`${listing}\`.` : failureMessage(failure);
}

/** Names the file that could not be written. Rethrows any other error. */
export function explainWriting(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.syscall === 'open' || error.syscall === 'mkdir' || error.code === 'ENOSPC')
      throw new OperatorError(`Cannot write ${path}: ${error.message}.`);
    throw error;
  };
}
