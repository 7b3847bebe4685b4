import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../../server/src/stores/opensearch/client.ts';
import type { OwnEngines } from '../../../testing/src/stores/own-stores.ts';

export const nodeNames = ['n1', 'n2', 'n3'] as const;

const pollMs = 200;

/** Waits until the cluster has this many nodes and every copy; returns the seconds, or Infinity after the timeout. */
export async function secondsUntilGreen(engine: Engine, nodes: number, timeoutSeconds = 180): Promise<number> {
  const began = Date.now();
  const seconds = () => (Date.now() - began) / 1000;
  for (; seconds() < timeoutSeconds; await sleep(pollMs)) {
    const health = await engine.cluster.health({}, { requestTimeout: 2000, maxRetries: 0 }).catch(() => undefined);
    if (health?.body.status === 'green' && health.body.number_of_nodes === nodes) return seconds();
  }
  return Number.POSITIVE_INFINITY;
}

/** The name of the elected cluster manager. */
async function readManager(engine: Engine): Promise<string> {
  const { body } = await engine.cat.clusterManager({ format: 'json' });
  return (body as unknown as { node: string }[])[0]?.node ?? '';
}

/** The elected manager, or another node. */
export async function chooseNode(engine: Engine, isManager: boolean): Promise<string> {
  const manager = await readManager(engine);
  return isManager ? manager : (nodeNames.find((name) => name !== manager) as string);
}

/** Starts the stores that do not run, and waits until every node has every copy. */
export async function restoreCluster(engines: OwnEngines, engine: Engine): Promise<number> {
  const began = Date.now();
  await engines.up();
  const green = await secondsUntilGreen(engine, nodeNames.length);
  return Number.isFinite(green) ? (Date.now() - began) / 1000 : green;
}
