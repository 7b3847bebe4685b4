import { describe, expect, test } from 'vitest';
import { TimeoutError } from '../../core/async/timeout.ts';
import { fromThreadError, OperatorError, toThreadError } from '../../core/errors/failure.ts';
import { connectionFaultOf, isUnreachable } from '../../stores/postgres/connection-errors.ts';
import { explainError } from './explain-error.ts';

const withCode = (code: string) => Object.assign(new Error(`it failed with ${code}`), { code });
const named = (name: string) => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9200'), { name });

const neverReached = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P03',
  '53300',
  '08001',
].map(withCode);
const lost = [
  ...['ECONNRESET', 'EPIPE', '57P01', '57P02', '08006'].map(withCode),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Query read timeout'),
];
const timedOut = [new Error('timeout exceeded when trying to connect'), new TimeoutError('No response within 1000 ms')];

describe('a store that cannot be used', () => {
  test.each([...neverReached, ...timedOut, named('ConnectionError'), named('NoLivingConnectionsError')])(
    'and was never reached (%s) is explained with the settings to check',
    (error) => {
      expect(explainError(error)).toBe(
        [
          `Cannot connect to a store: ${error.message}. Check that PostgreSQL, OpenSearch and Redis are running`,
          `(\`npm run stores:up\` starts them on this machine) and that DATABASE_URL, OPENSEARCH_URL and REDIS_URL`,
          'are right.',
        ].join(' '),
      );
    },
  );

  const opensearchTimeout = Object.assign(new Error('Request timed out'), { name: 'TimeoutError' });
  test.each([...lost, opensearchTimeout])('and was lost (%s) is explained with what to run again', (error) => {
    expect(explainError(error)).toBe(
      [
        `The connection to a store was lost: ${error.message}. Wait until \`orgdex status\` shows all stores as`,
        'healthy, then run the same command again: an import or a publish continues where it stopped.',
      ].join(' '),
    );
  });

  test('is an unavailable database to the server, for each of these errors', () => {
    for (const error of [...neverReached, ...lost, ...timedOut]) expect(isUnreachable(error)).toBe(true);
  });

  test('is explained with each address if Node tried several', () => {
    const tried = ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'];
    const error = Object.assign(new AggregateError(tried.map((text) => new Error(text))), { code: 'ECONNREFUSED' });
    expect(explainError(error)).toContain(`Cannot connect to a store: ${tried.join(', ')}. `);
  });
});

test.each([
  withCode('SELF_SIGNED_CERT_IN_CHAIN'),
  Object.assign(new Error('self-signed certificate in certificate chain'), { name: 'ConnectionError' }),
])('a certificate that is not trusted (%s) is explained with the setting that names its authority', (error) => {
  expect(explainError(error)).toContain(`The certificate of a store is not trusted: ${error.message}.`);
  expect(explainError(error)).toContain('NODE_EXTRA_CA_CERTS');
});

test('an error in a statement is not a connection error', () => {
  for (const error of [withCode('42601'), withCode('23505'), new Error('a bug'), undefined])
    expect(connectionFaultOf(error)).toBeUndefined();
  expect(explainError(withCode('42601'))).toContain('explain-error.test.ts');
});

test('an error of another thread is explained like one of this thread', () => {
  const overloaded = Object.assign(new Error('too many requests'), { statusCode: 429 });
  const refused = Object.assign(new AggregateError([new Error('::1:5432'), new Error('127.0.0.1:5432')]), {
    code: 'ECONNREFUSED',
  });
  const errors = [...neverReached, ...lost, named('ConnectionError'), overloaded, refused];
  for (const error of [...errors, new OperatorError('Fix the file.'), withCode('42501'), new Error('a bug')])
    expect(explainError(fromThreadError(structuredClone(toThreadError(error))))).toBe(explainError(error));
});
