import { Client } from '@opensearch-project/opensearch';

/**
 * The official client, with its waits cut to ours: it would hold a node dead for a minute after one time-out.
 * It writes and manages; requests of callers are read by `reading.ts`, which has its own deadlines.
 */
export function connectOpenSearch(nodes: readonly string[]): Client {
  return new Client({
    nodes: [...nodes],
    requestTimeout: 60_000,
    maxRetries: 2,
    resurrectStrategy: 'optimistic',
    agent: { keepAlive: true, maxSockets: 64, maxFreeSockets: 64 },
  });
}

export type OpenSearch = Client;

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
