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
