import { Client } from '@opensearch-project/opensearch';

/**
 * The official client, with its waits cut to ours: it would hold a node dead for a minute after one time-out.
 * Reads set their own deadline; what is written waits longer.
 */
export function openEngine(nodes: readonly string[]): Client {
  return new Client({
    nodes: [...nodes],
    requestTimeout: 60_000,
    maxRetries: 2,
    resurrectStrategy: 'optimistic',
    agent: { keepAlive: true, maxSockets: 64, maxFreeSockets: 64 },
  });
}

export type Engine = Client;
