import { rmSync } from 'node:fs';
import { Problems, waitUntil } from './process.ts';
import { type Daemon, type Store, waitReady } from './store.ts';

/**
 * Moves what the last nodes hold to the first ones and removes the last.
 * Just leaving them out would lose the cluster: without a majority of its nodes it elects no manager.
 */
export async function shrinkCluster(whole: Store, nodes: number): Promise<void> {
  const [first, kept, left] = [whole.daemons[0], whole.daemons.slice(0, nodes), whole.daemons.slice(nodes)];
  if (!first) return;
  console.log(`OpenSearch  first moves the data of ${whole.daemons.length} nodes to ${nodes}`);
  await Promise.all(whole.daemons.map((daemon) => daemon.start()));
  await waitReady(whole);
  await excludeNodes(first.address, left.map(nameOf).join(','));
  await waitUntilHeldBy(first.address, kept.map(nameOf));
  await ask(first.address, 'POST', `_cluster/voting_config_exclusions?node_names=${left.map(nameOf).join(',')}`);
  await Promise.all(left.map((daemon) => daemon.stop()));
  await waitUntil(async () => (await readHealth(first.address)).number_of_nodes === nodes, 60_000);
  await excludeNodes(first.address, null);
  await ask(first.address, 'DELETE', '_cluster/voting_config_exclusions?wait_for_removal=false');
  await Promise.all(kept.map((daemon) => daemon.stop()));
  for (const { folder } of left) rmSync(folder, { recursive: true, force: true });
}

const nameOf = ({ name }: Daemon) => name.split(' ').at(-1) ?? name;

const excludeNodes = (url: string, names: string | null) =>
  ask(url, 'PUT', '_cluster/settings', { persistent: { 'cluster.routing.allocation.exclude._name': names } });

type ShardCopy = { index: string; shard: string; state: string; node: string | null };

async function waitUntilHeldBy(url: string, names: readonly string[]): Promise<void> {
  const isHeld = async () => {
    const copies = (await ask(url, 'GET', '_cat/shards?format=json&h=index,shard,state,node')) as ShardCopy[];
    const byShard = Object.values(Object.groupBy(copies, ({ index, shard }) => `${index}/${shard}`));
    return byShard.every((group) =>
      group?.some(({ state, node }) => state === 'STARTED' && names.includes(node ?? '')),
    );
  };
  if (await waitUntil(isHeld, 600_000)) return;
  throw new Problems(['the data of the nodes that are left out could not be moved within ten minutes']);
}

const readHealth = async (url: string) => (await ask(url, 'GET', '_cluster/health')) as { number_of_nodes: number };

async function ask(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/${path}`, {
    method,
    signal: AbortSignal.timeout(60_000),
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Problems([`OpenSearch answered ${response.status} to ${method} ${path}: ${text}`]);
  return text ? JSON.parse(text) : undefined;
}
