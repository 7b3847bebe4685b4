import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenSearch } from '../../../server/src/stores/opensearch/client.ts';
import type { OwnStores } from '../../../testing/src/stores/own-stores.ts';

export const nodeNames = ['n1', 'n2', 'n3'] as const;

const pollMs = 200;

/** Waits until the cluster has this many nodes and every copy; returns the seconds, or Infinity after the timeout. */
export async function secondsUntilGreen(opensearch: OpenSearch, nodes: number, timeoutSeconds = 180): Promise<number> {
  const began = Date.now();
  const seconds = () => (Date.now() - began) / 1000;
  for (; seconds() < timeoutSeconds; await sleep(pollMs)) {
    const health = await opensearch.cluster.health({}, { requestTimeout: 2000, maxRetries: 0 }).catch(() => undefined);
    if (health?.body.status === 'green' && health.body.number_of_nodes === nodes) return seconds();
  }
  return Number.POSITIVE_INFINITY;
}

/** The name of the elected cluster manager. */
async function readManager(opensearch: OpenSearch): Promise<string> {
  const { body } = await opensearch.cat.clusterManager({ format: 'json' });
  return (body as unknown as { node: string }[])[0]?.node ?? '';
}

/** The elected manager, or another node. */
export async function chooseNode(opensearch: OpenSearch, isManager: boolean): Promise<string> {
  const manager = await readManager(opensearch);
  return isManager ? manager : (nodeNames.find((name) => name !== manager) as string);
}

/** Starts the stores that do not run, and waits until every node has every copy. */
export async function restoreCluster(stores: OwnStores, opensearch: OpenSearch): Promise<number> {
  const began = Date.now();
  await stores.up();
  const green = await secondsUntilGreen(opensearch, nodeNames.length);
  return Number.isFinite(green) ? (Date.now() - began) / 1000 : green;
}
