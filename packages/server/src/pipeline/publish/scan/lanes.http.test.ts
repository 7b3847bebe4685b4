import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { holdParts, readParts } from '../../../../../testing/src/data/held-parts.ts';
import { company, person } from '../../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../../testing/src/data/test-database.ts';
import { explainError } from '../../../cli/errors/explain-error.ts';
import { readConfig } from '../../../core/settings/config.ts';
import type { OpenSearch } from '../../../stores/opensearch/client.ts';
import type { GenerationIndices } from '../../../stores/opensearch/documents.ts';
import { type Generation, listGenerations } from '../../../stores/postgres/outbox/generations.ts';
import type { RebuildDeps } from '../generation-lifecycle.ts';
import type { PublishCounts } from '../publish-batch.ts';
import { publishOnce } from '../publisher.ts';
import { rebuild } from '../rebuild.ts';

/** All employments of one company are in one part, which has three batches. */
const crowd = 2500;
const companies = 300;
const allParts = 64;

let database: TestDatabase;
let deps: RebuildDeps;

const inLanes = (lanes: number, more: Partial<RebuildDeps> = {}) => rebuild({ ...deps, lanes, ...more });
const sentIn = ({ written, equal }: PublishCounts) => written + equal;
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

const isFilled = (parts: number) =>
  eventually(async () => expect((await readParts(database.pool)).complete).toBeGreaterThanOrEqual(parts));

async function unfinished(): Promise<Generation> {
  const found = (await listGenerations(database.pool)).find(({ live_since }) => live_since === null);
  if (!found) throw new Error('No generation is being built.');
  return found;
}

/** Every document of an index by its id. */
async function documentsIn(index: string): Promise<Record<string, unknown>> {
  await database.opensearch.indices.refresh({ index });
  const { body } = await database.opensearch.search({ index, body: { size: 10_000 } });
  return Object.fromEntries(
    body.hits.hits.map(({ _id, _routing, _source }) => [_id, { _routing, ...(_source as object) }]),
  );
}

/** Every document of the live generation, by index and id. */
async function liveDocuments(): Promise<Record<string, Record<string, unknown>>> {
  const indices = Object.entries(await database.indices());
  return Object.fromEntries(await Promise.all(indices.map(async ([kind, index]) => [kind, await documentsIn(index)])));
}

const countOf = (documents: Record<string, object>) =>
  Object.values(documents).reduce((sum, some) => sum + Object.keys(some).length, 0);

beforeAll(async () => {
  database = await openTestDatabase();
  deps = {
    ...database.rebuildDeps,
    stores: { databaseUrl: database.url, opensearchUrls: readConfig().OPENSEARCH_URL },
  };
  await database.importRecords('a', [
    company('crowd'),
    ...Array.from({ length: crowd }, (_, n) => person(`c${n}`, 'crowd', { position: `Nurse ${n}` })),
    ...Array.from({ length: companies }, (_, n) => company(`k${n}`, { identifiers: { fqdn: `k${n}.com.au` } })),
    ...Array.from({ length: companies }, (_, n) => person(`p${n}`, `k${n}`, { position: 'Head of Sales' })),
  ]);
});
afterAll(() => database.close());

test('the documents are the same with 1, 2 and 4 lanes', async () => {
  const { counts } = await inLanes(1);
  const documents = await liveDocuments();
  expect(countOf(documents)).toBe(3 * (companies + 1) + (companies + 1) + companies + (crowd + companies));
  expect(counts).toEqual({ written: countOf(documents), deleted: 0, equal: 0, refused: 0 });
  for (const lanes of [2, 4]) {
    expect((await inLanes(lanes)).counts).toEqual(counts);
    expect(await liveDocuments()).toEqual(documents);
  }
});

/** OpenSearch whose bulk requests do something else. */
const withBulk = (bulk: (send: () => Promise<unknown>, body: string) => Promise<unknown>): OpenSearch =>
  new Proxy(database.opensearch, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== 'bulk') return typeof value === 'function' ? value.bind(target) : value;
      return (request: { body: Buffer }, ...options: unknown[]) =>
        bulk(() => value.call(target, request, ...options), request.body.toString());
    },
  });

describe('a rebuild that ended early', () => {
  test('continues inside a part, and writes no completed part and no completed batch again', async () => {
    const documents = await liveDocuments();
    let batches = 0;
    const opensearch = withBulk((send, body) => {
      batches += Number(body.includes('"Nurse 1'));
      return batches > 2 ? Promise.reject(new Error('killed')) : send();
    });
    await expect(inLanes(1, { opensearch })).rejects.toThrow('killed');
    const { id } = await unfinished();
    const before = await readParts(database.pool);
    expect(before.complete).toBeGreaterThan(0);
    const [crowded] = await database.rows(
      `SELECT documents FROM rebuild_part WHERE generation_id = ${id} AND position <> ''`,
    );
    expect(crowded?.documents).toBeGreaterThanOrEqual(1000);
    const { generation, counts } = await inLanes(2);
    expect(generation.id).toBe(id);
    expect(sentIn(counts)).toBe(countOf(documents) - before.documents);
    expect(await liveDocuments()).toEqual(documents);
  });

  test('because a lane lost its connection says what to do, and continues', async () => {
    const documents = await liveDocuments();
    const free = await holdParts(database.pool, ['roster']);
    const failing = inLanes(2).catch((error: Error) => error);
    await isFilled(48);
    await database.pool.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    free();
    const message = explainError(await failing);
    const { documents: written } = await readParts(database.pool);
    expect(message).toMatch(/^The connection to a store was lost: .* then run the same command again/s);
    expect(sentIn((await inLanes(2)).counts)).toBe(countOf(documents) - written);
    expect(await liveDocuments()).toEqual(documents);
  });

  test('by a signal says so, and continues', async () => {
    const documents = await liveDocuments();
    const free = await holdParts(database.pool, ['roster']);
    const stopping = new AbortController();
    const failing = inLanes(2, { signal: stopping.signal }).catch((error: Error) => error);
    await isFilled(48);
    stopping.abort();
    expect(explainError(await failing)).toMatch(/^The rebuild was interrupted\. /);
    free();
    await inLanes(2);
    expect(await liveDocuments()).toEqual(documents);
  });

  test('because OpenSearch lost a shard says what to do, and can begin again', async () => {
    const error = { type: 'unavailable_shards_exception', reason: 'primary shard is not active' };
    const opensearch = withBulk(async (_, body) => {
      const items = body.match(/^\{"index":/gm)?.map(() => ({ index: { status: 503, error } })) ?? [];
      return { body: { errors: true, items } };
    });
    await expect(inLanes(1, { opensearch })).rejects.toThrow(
      /has lost a shard .* `orgdex rebuild --restart` begins again/s,
    );
    const { id } = await unfinished();
    const { generation } = await inLanes(1, { restart: true });
    expect(generation.id).not.toBe(id);
    expect(await database.pending()).toBe(0);
  });
});

describe('while a generation is filled', () => {
  type Settings = Record<string, { settings: { index: Record<string, string> } }>;

  async function settingsOf(indices: GenerationIndices) {
    const { body } = await database.opensearch.indices.getSettings({ index: Object.values(indices) });
    return Object.values(body as unknown as Settings).map(({ settings: { index } }) => ({
      refresh: index.refresh_interval,
      replicas: index.number_of_replicas,
      expands: index.auto_expand_replicas,
    }));
  }

  test.each([
    ['1', { refresh: '1s', replicas: '1', expands: 'false' }],
    ['auto', { refresh: '1s', replicas: '0', expands: '0-all' }],
  ])('it has no refresh and no replicas, and afterwards those of ORGDEX_REPLICAS=%s', async (replicas, afterwards) => {
    const free = await holdParts(database.pool, ['roster']);
    const filling = inLanes(2, { options: { ...deps.options, replicas } });
    await isFilled(48);
    const { indices } = await unfinished();
    const during = { refresh: '-1', replicas: '0', expands: 'false' };
    expect(await settingsOf(indices)).toEqual(Object.keys(indices).map(() => during));
    free();
    await filling;
    expect(await settingsOf(indices)).toEqual(Object.keys(indices).map(() => afterwards));
  });

  test('changes reach the live generation, and the new one before it is live', async () => {
    const free = await holdParts(database.pool, ['roster']);
    const filling = inLanes(2);
    await isFilled(48);
    await database.importRecords('a', [person('p1', 'k1', { position: 'Chair' })]);
    expect(await publishOnce(deps)).toMatchObject({ written: 2 });
    expect(JSON.stringify(await documentsIn((await database.indices()).person))).toContain('"Chair"');
    expect(JSON.stringify(await documentsIn((await unfinished()).indices.person))).not.toContain('"Chair"');
    free();
    const { generation } = await filling;
    expect(JSON.stringify(await documentsIn(generation.indices.person))).toContain('"Chair"');
    expect(await database.pending()).toBe(0);
  });
});

test('two rebuilds that are started together build one generation', async () => {
  const free = await holdParts(database.pool);
  const both = [inLanes(2), inLanes(2)];
  const lockers = () =>
    database.rows(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  await eventually(async () => expect(await lockers()).toHaveLength(2));
  free();
  const [one, other] = await Promise.all(both);
  expect(one?.generation.id).toBe(other?.generation.id);
  expect(Math.min(...[one, other].map((each) => each?.counts.written ?? 0))).toBeGreaterThan(0);
  expect((one?.counts.written ?? 0) + (other?.counts.written ?? 0)).toBe(countOf(await liveDocuments()));
  expect(await database.rows('SELECT FROM generation')).toHaveLength(2);
  expect(await database.rows('SELECT FROM rebuild_part WHERE position IS NULL')).toHaveLength(2 * allParts);
});
