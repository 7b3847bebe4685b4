import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { openEngine } from './client.ts';
import { EngineReader, type ServedGeneration } from './engine-reader.ts';

const { OPENSEARCH_URL } = readConfig();
const engine = openEngine(OPENSEARCH_URL);
const reader = new EngineReader(OPENSEARCH_URL);
const index = `test-cancelled-${randomBytes(6).toString('hex')}`;
const documents = 20_000;

/** Takes seconds: the engine checks between documents whether the search is cancelled. */
const slow = {
  query: {
    script: { script: { source: 'long sum = 0; for (int i = 0; i < 200000; ++i) { sum += i % 7; } return sum < 0;' } },
  },
};

beforeAll(async () => {
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await engine.indices.create({ index, body: { settings } as never });
  const lines = Array.from({ length: documents }, (_, at) => [{ index: { _index: index, _id: String(at) } }, { at }]);
  await engine.bulk({ body: lines.flat() as never, refresh: true });
});

afterAll(async () => {
  reader.close();
  await engine.indices.delete({ index });
  await engine.close();
});

/** The searches of this index that the engine is working on. */
async function countTasks(): Promise<number> {
  const { body } = await engine.tasks.list({ actions: 'indices:data/read/search*', detailed: true, group_by: 'none' });
  const tasks = body.tasks as unknown as { description?: string }[];
  return tasks.filter(({ description }) => description?.includes(index)).length;
}

async function msUntil(check: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await check())) {
    if (performance.now() - began > 10_000) return Number.POSITIVE_INFINITY;
    await sleep(20);
  }
  return performance.now() - began;
}

const search = (signal: AbortSignal) =>
  reader
    .startSearching({ indices: {} as ServedGeneration['indices'], signal })
    .searchCompanies({ index, body: slow })
    .then(
      () => 'found',
      (error: Error) => error.name,
    );

test('a search is cancelled within a second after all of its callers have gone', async () => {
  const callers = [new AbortController(), new AbortController()];
  // Two callers, one request to the engine.
  const outcomes = callers.map(({ signal }) => search(signal));
  expect(await msUntil(async () => (await countTasks()) > 0)).toBeLessThan(1000);
  for (const caller of callers) caller.abort();
  expect(await msUntil(async () => (await countTasks()) === 0)).toBeLessThan(1000);
  expect(await Promise.all(outcomes)).toEqual(['AbortError', 'AbortError']);
});

test('a caller that goes does not cancel the search of another', async () => {
  const [gone, staying] = [new AbortController(), new AbortController()];
  const outcomes = [search(gone.signal), search(staying.signal)];
  await msUntil(async () => (await countTasks()) > 0);
  gone.abort();
  await sleep(300);
  expect(await countTasks()).toBeGreaterThan(0);
  staying.abort();
  await Promise.all(outcomes);
});
