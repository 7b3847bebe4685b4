import type { OpenSearch } from './client.ts';

const credentialsAdvice: Readonly<Record<number, string>> = {
  401: 'check the user and password in OPENSEARCH_URL',
  403: 'the user in OPENSEARCH_URL lacks a permission',
};

/** The client says no more than "Response Error" about a response without a reason. */
function explained(error: unknown): unknown {
  const { statusCode } = error as { statusCode?: number };
  const advice = statusCode === undefined ? undefined : credentialsAdvice[statusCode];
  return advice ? new Error(`OpenSearch responded with status ${statusCode}: ${advice}`, { cause: error }) : error;
}

async function readHealth(opensearch: OpenSearch): Promise<string> {
  const [{ body: info }, { body: health }] = await Promise.all([
    opensearch.info({}, { requestTimeout: 3000, maxRetries: 0 }),
    opensearch.cluster.health({}, { requestTimeout: 3000, maxRetries: 0 }),
  ]);
  if (health.status === 'red') throw new Error('OpenSearch is red: shards are missing');
  return `OpenSearch ${info.version.number}, ${health.number_of_nodes === 1 ? '1 node' : `${health.number_of_nodes} nodes`}, ${health.status}`;
}

/** OpenSearch's version, size and health; fails when it is unavailable or shards are missing. */
export const checkOpenSearch = (opensearch: OpenSearch): Promise<string> =>
  readHealth(opensearch).catch((error: unknown) => {
    throw explained(error);
  });
