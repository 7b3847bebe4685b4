import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../../server/src/engine/client.ts';
import type { GenerationIndices } from '../../../server/src/engine/documents.ts';
import { listGenerations } from '../../../server/src/ledger/outbox/generations.ts';
import { becomes } from '../../../server/test/support/processes/fleet.ts';
import { when } from '../../../server/test/support/processes/promise.ts';
import { type Asked, countOutcomes, now } from '../../../server/test/support/processes/steady-load.ts';
import { chooseNode, nodeNames, restoreCluster, secondsUntilGreen } from './cluster.ts';
import {
  defineFault,
  dueBetween,
  type FaultSize,
  type FaultStage,
  isRefused,
  isSuccess,
  openLoad,
  watchClients,
} from './fault.ts';

type Kind = keyof GenerationIndices;

interface Size extends FaultSize {
  /** The indices that lack a shard at the same time, in turns. */
  readonly turns: readonly (readonly Kind[])[];
  readonly seconds: number;
}

interface Missing {
  readonly kinds: readonly Kind[];
  readonly asked: readonly Asked[];
}

interface Result extends Size {
  readonly missing: readonly Missing[];
  /** Requests after the last repair. */
  readonly after: readonly Asked[];
}

const quietMs = 2000;
/** A profile is cached for two seconds. */
const cachedMs = 3000;

const copies = {
  all: { 'index.auto_expand_replicas': '0-all' },
  one: { 'index.auto_expand_replicas': 'false', 'index.number_of_replicas': 0 },
};

interface Shard {
  readonly shard: string;
  readonly node: string;
}

async function readShards(engine: Engine, index: string): Promise<Map<string, string>> {
  const { body } = await engine.cat.shards({ index, format: 'json' });
  return new Map((body as unknown as Shard[]).map(({ shard, node }) => [shard, node]));
}

/** Keeps one copy of each shard: the first one on this node, the second one on another. */
async function spread(engine: Engine, index: string, node: string): Promise<void> {
  await engine.indices.putSettings({ index, body: copies.one as never });
  await secondsUntilGreen(engine, nodeNames.length);
  const other = nodeNames.find((name) => name !== node) as string;
  const shards = await readShards(engine, index);
  const moves = [
    { shard: 0, from: shards.get('0'), to: node },
    { shard: 1, from: shards.get('1'), to: shards.get('1') === node ? other : shards.get('1') },
  ].filter(({ from, to }) => from !== to);
  const commands = moves.map(({ shard, from, to }) => ({ move: { index, shard, from_node: from, to_node: to } }));
  if (commands.length > 0) await engine.cluster.reroute({ body: { commands } as never });
  await secondsUntilGreen(engine, nodeNames.length);
  const isSpread = await becomes(async () => {
    const found = await readShards(engine, index);
    return found.get('0') === node && found.get('1') !== node;
  }, spreadWithinMs);
  if (!isSpread) throw new Error(`The shards of ${index} could not be moved.`);
}

const spreadWithinMs = 60_000;

/** Kills the only node that has the first shard of these indices, and restarts it. Returns the time without the shard. */
async function loseShards({ fleet, engines }: FaultStage, kinds: readonly Kind[], seconds: number) {
  const { engine, pool } = fleet.installation;
  const [live] = await listGenerations(pool);
  if (!live) throw new Error('Nothing was published.');
  const node = await chooseNode(engine, false);
  // Rebalancing would move the shards back.
  await setRebalancing(engine, 'none');
  try {
    for (const kind of kinds) await spread(engine, live.indices[kind], node);
    const from = now();
    engines.killNode(node);
    await sleep(cachedMs + seconds * 1000);
    return { from, to: now() };
  } finally {
    await restoreCluster(engines, engine);
    for (const kind of kinds) {
      await engine.indices.putSettings({ index: live.indices[kind], body: copies.all as never });
    }
    await setRebalancing(engine, null);
    await secondsUntilGreen(engine, nodeNames.length);
  }
}

const setRebalancing = (engine: Engine, value: 'none' | null) =>
  engine.cluster.putSettings({ body: { persistent: { 'cluster.routing.rebalance.enable': value } } as never });

export const shardMissing = defineFault<Size, Result>({
  name: 'shard-missing',
  says: 'a result that lacks a shard is never returned: such requests get a 503 with `Retry-After`',
  sizes: {
    full: { perSecond: 300, turns: [['company'], ['identifier'], ['person'], ['search']], seconds: 30 },
    small: { perSecond: 30, turns: [['company', 'person', 'search']], seconds: 4 },
    tiny: { perSecond: 60, turns: [['search']], seconds: 4 },
  },
  breakages: [
    {
      what: 'a search may return what the other shards found',
      changes: [
        {
          file: 'engine/search-batch.ts',
          from: 'allow_partial_search_results: false',
          to: 'allow_partial_search_results: true',
        },
        { file: 'engine/companies/company-search.ts', from: 'found._shards.failed > 0', to: 'false' },
      ],
      seen: /wrong body/,
    },
  ],
  async run(stage, size) {
    const periods: { from: number; to: number }[] = [];
    let repaired = 0;
    const asked = await watchClients(stage, await openLoad(stage, size), async () => {
      await sleep(quietMs);
      for (const kinds of size.turns) periods.push(await loseShards(stage, kinds, size.seconds));
      repaired = now();
      await sleep(quietMs);
    });
    const missing = periods.map(({ from, to }, at) => ({
      kinds: size.turns[at] as readonly Kind[],
      asked: dueBetween(asked, from, to),
    }));
    return { ...size, missing, after: dueBetween(asked, repaired, now()) };
  },
  judge: ({ missing, after }) => [
    ...missing.flatMap(({ kinds, asked }) => {
      const others = asked.filter((one) => !isSuccess(one) && !isRefused(one));
      return [
        ...when(!asked.some(isRefused), `no request needed the missing shard of ${kinds}`),
        ...when(others.length > 0, `without a shard of ${kinds}: ${countOutcomes(others)}`),
      ];
    }),
    ...when(!after.some(isSuccess) || !after.every(isSuccess), `after the repair: ${countOutcomes(after)}`),
  ],
  tell: ({ perSecond, seconds, missing }) =>
    `one shard of two unavailable for ${seconds} s, ${perSecond} requests/s: ` +
    missing.map(({ kinds, asked }) => `${kinds}: ${countOutcomes(asked)}`).join('; '),
});
