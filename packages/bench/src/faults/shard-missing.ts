import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenSearch } from '../../../server/src/stores/opensearch/client.ts';
import { batchTimeouts } from '../../../server/src/stores/opensearch/deadlines.ts';
import type { GenerationIndices } from '../../../server/src/stores/opensearch/documents.ts';
import { liveGeneration } from '../../../testing/src/data/live-generation.ts';
import { becomes } from '../../../testing/src/processes/fleet.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import { countOutcomes, isRefused } from '../../../testing/src/processes/steady-load.ts';
import { chooseNode, nodeNames, restoreCluster, secondsUntilGreen } from './cluster.ts';
import { defineFault, type FaultSize, type Scene } from './fault.ts';

type Kind = keyof GenerationIndices;

interface Size extends FaultSize {
  /** The indices that lack a shard at the same time, in turns. */
  readonly turns: readonly (readonly Kind[])[];
  readonly seconds: number;
}

const quietMs = 2000;
/** Until OpenSearch has noticed that the node is gone. */
const noticedMs = 3000;

/** Every read goes to OpenSearch: profiles and identifiers in memory would be served without their shard. */
const uncached = { ORGDEX_CACHE_MB: '0' };

const copies = {
  all: { 'index.auto_expand_replicas': '0-all' },
  one: { 'index.auto_expand_replicas': 'false', 'index.number_of_replicas': 0 },
};

interface Shard {
  readonly shard: string;
  readonly node: string;
}

async function readShards(opensearch: OpenSearch, index: string): Promise<Map<string, string>> {
  const { body } = await opensearch.cat.shards({ index, format: 'json' });
  return new Map((body as unknown as Shard[]).map(({ shard, node }) => [shard, node]));
}

/** Keeps one copy of each shard: the first one on this node, the second one on another. */
async function spread(opensearch: OpenSearch, index: string, node: string): Promise<void> {
  await opensearch.indices.putSettings({ index, body: copies.one as never });
  await secondsUntilGreen(opensearch, nodeNames.length);
  const other = nodeNames.find((name) => name !== node) as string;
  const shards = await readShards(opensearch, index);
  const moves = [
    { shard: 0, from: shards.get('0'), to: node },
    { shard: 1, from: shards.get('1'), to: shards.get('1') === node ? other : shards.get('1') },
  ].filter(({ from, to }) => from !== to);
  const commands = moves.map(({ shard, from, to }) => ({ move: { index, shard, from_node: from, to_node: to } }));
  if (commands.length > 0) await opensearch.cluster.reroute({ body: { commands } as never });
  await secondsUntilGreen(opensearch, nodeNames.length);
  const isSpread = await becomes(async () => {
    const found = await readShards(opensearch, index);
    return found.get('0') === node && found.get('1') !== node;
  }, spreadWithinMs);
  if (!isSpread) throw new Error(`The shards of ${index} could not be moved.`);
}

const spreadWithinMs = 60_000;

const nameOf = (kinds: readonly Kind[]) => `without a shard of ${kinds.join(', ')}`;

/** Kills the only node that has the first shard of these indices, and restarts it. */
async function loseShards({ stage, size, during }: Scene<Size, object>, kinds: readonly Kind[]): Promise<void> {
  const { fleet, stores } = stage;
  const { opensearch, pool } = fleet.installation;
  const live = await liveGeneration(pool);
  const node = await chooseNode(opensearch, false);
  // Rebalancing would move the shards back.
  await setRebalancing(opensearch, 'none');
  try {
    await during(moving, async () => {
      for (const kind of kinds) await spread(opensearch, live.indices[kind], node);
    });
    await during(nameOf(kinds), async () => {
      stores.killNode(node);
      await sleep(noticedMs + size.seconds * 1000);
    });
  } finally {
    await during(repairing, async () => {
      await restoreCluster(stores, opensearch);
      for (const kind of kinds) {
        await opensearch.indices.putSettings({ index: live.indices[kind], body: copies.all as never });
      }
      await setRebalancing(opensearch, null);
      await secondsUntilGreen(opensearch, nodeNames.length);
    });
  }
}

/** OpenSearch fails a search that reaches a node whose only copy of a shard has just left it. */
const moving = 'while shards move';
const repairing = 'while it is repaired';

const setRebalancing = (opensearch: OpenSearch, value: 'none' | null) =>
  opensearch.cluster.putSettings({ body: { persistent: { 'cluster.routing.rebalance.enable': value } } as never });

const each: readonly (readonly Kind[])[] = [['company'], ['identifier'], ['person'], ['search']];
const several: readonly Kind[] = ['company', 'person', 'search'];

export const shardMissing = defineFault<Size>({
  name: 'shard-missing',
  says: 'a result that lacks a shard is never returned: such requests get a 503 with `Retry-After`',
  sizes: {
    full: { perSecond: 300, turns: each, seconds: 30 },
    small: { perSecond: 30, turns: [several], seconds: 4 },
    tiny: { perSecond: 60, turns: [['search']], seconds: 4 },
  },
  breakages: [
    {
      what: 'a search may return what the other shards found',
      changes: [
        {
          file: 'stores/opensearch/search-batch.ts',
          from: 'allow_partial_search_results: false',
          to: 'allow_partial_search_results: true',
        },
        { file: 'stores/opensearch/errors.ts', from: 'timed_out || _shards.failed > 0', to: 'timed_out' },
      ],
      seen: /wrong body/,
    },
  ],
  // It is about responses, not about their time: on a busy machine, a refusal may come later than a client usually waits.
  prepare: async () => ({
    settings: uncached,
    load: (load) => ({ ...load, timeoutMs: 3 * batchTimeouts.totalMs }),
  }),
  async act(scene) {
    const { size, during } = scene;
    await during('before', () => sleep(quietMs));
    for (const kinds of size.turns) await loseShards(scene, kinds);
    await during('after', () => sleep(quietMs));
  },
  mayRefuse: [...[...each, several].map(nameOf), moving, repairing],
  judge: ({ size, periods }) =>
    size.turns.flatMap((kinds) => {
      const period = periods.find(({ name }) => name === nameOf(kinds));
      return when(!period?.asked.some(isRefused), `no request needed the missing shard of ${kinds}`);
    }),
  done: ({ seconds }) => `one shard of two unavailable for ${seconds} s`,
  also: ({ periods }) => periods.map(({ name, asked }) => `${name}: ${countOutcomes(asked)}`),
});
