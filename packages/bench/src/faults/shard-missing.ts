import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../../server/src/engine/client.ts';
import type { GenerationIndices } from '../../../server/src/engine/documents.ts';
import { listGenerations } from '../../../server/src/ledger/outbox/generations.ts';
import { when } from '../../../server/test/support/processes/promise.ts';
import { type Asked, askDuring, countOutcomes, now } from '../../../server/test/support/processes/steady-load.ts';
import { nodeNames, secondsUntilGreen } from './cluster.ts';
import { defineFault, dueBetween, type FaultSize, type FaultStage, openLoad } from './fault.ts';

interface Size extends FaultSize {
  readonly kinds: readonly (keyof GenerationIndices)[];
  readonly seconds: number;
}

interface Missing {
  readonly kind: string;
  readonly asked: readonly Asked[];
}

interface Result extends Size {
  readonly missing: readonly Missing[];
  /** Requests after each repair. */
  readonly after: readonly Asked[];
}

const quietMs = 2000;
/** A profile is cached for two seconds. */
const cachedMs = 3000;

const allCopies = { 'index.auto_expand_replicas': '0-all', 'index.routing.allocation.require._name': null };
const oneCopy = { 'index.auto_expand_replicas': 'false', 'index.number_of_replicas': 0 };

async function nodeOfShard(engine: Engine, index: string): Promise<string> {
  const { body } = await engine.cat.shards({ index, format: 'json' });
  const shards = body as unknown as { shard: string; prirep: string; node: string }[];
  return shards.find(({ shard, prirep }) => shard === '0' && prirep === 'p')?.node ?? '';
}

/** Leaves one shard without any copy that could be read. Its files stay on the disk. */
async function removeShard(engine: Engine, index: string): Promise<void> {
  await engine.indices.putSettings({ index, body: oneCopy as never });
  await secondsUntilGreen(engine, nodeNames.length);
  await engine.indices.putSettings({ index, body: { 'index.routing.allocation.require._name': 'no node' } as never });
  const cancel = { index, shard: 0, node: await nodeOfShard(engine, index), allow_primary: true };
  await engine.cluster.reroute({ body: { commands: [{ cancel }] } });
}

async function repairShard(engine: Engine, index: string): Promise<void> {
  await engine.indices.putSettings({ index, body: allCopies as never });
  await engine.cluster.reroute({ retry_failed: true });
  const seconds = await secondsUntilGreen(engine, nodeNames.length);
  if (!Number.isFinite(seconds)) throw new Error(`${index} could not be repaired.`);
}

const isRefused = ({ status, retryAfter }: Asked) => status === 503 && retryAfter !== undefined;
const isRight = ({ status, isRight: right }: Asked) => status === 200 && right;

async function loseShards({ fleet }: FaultStage, { kinds, seconds }: Size, note: (from: number, to: number) => void) {
  const { engine, pool } = fleet.installation;
  const [live] = await listGenerations(pool);
  if (!live) throw new Error('Nothing was published.');
  for (const kind of kinds) {
    const index = live.indices[kind];
    await removeShard(engine, index);
    const began = now();
    await sleep(cachedMs + seconds * 1000);
    note(began, now());
    await repairShard(engine, index);
    await sleep(quietMs);
  }
}

export const shardMissing = defineFault<Size, Result>({
  name: 'shard-missing',
  says: 'a result that lacks a shard is never returned: such requests get a 503 with `Retry-After`',
  sizes: {
    full: { perSecond: 300, kinds: ['company', 'identifier', 'person', 'search'], seconds: 30 },
    small: { perSecond: 30, kinds: ['company', 'person', 'search'], seconds: 4 },
    tiny: { perSecond: 60, kinds: ['search'], seconds: 4 },
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
    const asked = await askDuring(await openLoad(stage, size), async () => {
      await sleep(quietMs);
      await loseShards(stage, size, (from, to) => periods.push({ from, to }));
    });
    const missing = periods.map(({ from, to }, at) => ({
      kind: size.kinds[at] as string,
      asked: dueBetween(asked, from, to),
    }));
    return { ...size, missing, after: dueBetween(asked, now() - quietMs, now()) };
  },
  judge: ({ missing, after }) => [
    ...missing.flatMap(({ kind, asked }) => {
      const others = asked.filter((one) => !isRight(one) && !isRefused(one));
      return [
        ...when(!asked.some(isRefused), `no request needed the missing shard of ${kind}`),
        ...when(others.length > 0, `without a shard of ${kind}: ${countOutcomes(others)}`),
      ];
    }),
    ...when(!after.some(isRight) || !after.every(isRight), `after the repair: ${countOutcomes(after)}`),
  ],
  tell: ({ perSecond, seconds, missing }) =>
    `one shard of two unavailable for ${seconds} s, ${perSecond} requests/s: ` +
    missing.map(({ kind, asked }) => `${kind}: ${countOutcomes(asked)}`).join('; '),
});
