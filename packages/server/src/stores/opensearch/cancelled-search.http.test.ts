import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../core/settings/config.ts';
import { connectOpenSearch } from './client.ts';
import { IndexReader, type ServedGeneration } from './index-reader.ts';
import { openNode } from './nodes.ts';

const { OPENSEARCH_URL } = readConfig();
const opensearch = connectOpenSearch(OPENSEARCH_URL);
const reader = new IndexReader(OPENSEARCH_URL);
const index = `test-cancelled-${randomBytes(6).toString('hex')}`;
const documents = 2000;

const loop = (rounds: number) => `long sum = 0; for (int i = 0; i < ${rounds}; ++i) { sum += i % 7; } return sum < 0;`;
const slowBy = (rounds: number) => ({ query: { script: { script: { source: loop(rounds) } } } });
/** Takes about half a second: OpenSearch checks only every few thousand documents whether a search is canceled. */
const slow = slowBy(100_000);
/** Takes about a tenth of a second, and ends before the deadline of a request on a busy machine, too. */
const lessSlow = slowBy(20_000);
/** One after the other, they take far longer than the test waits. */
const searches = 200;
const quick = { query: { match_all: {} } };

beforeAll(async () => {
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await opensearch.indices.create({ index, body: { settings } as never });
  const lines = Array.from({ length: documents }, (_, at) => [{ index: { _index: index, _id: String(at) } }, { at }]);
  await opensearch.bulk({ body: lines.flat() as never, refresh: true });
});

afterAll(async () => {
  reader.close();
  await opensearch.indices.delete({ index });
  await opensearch.close();
});

/** The searches of this index that OpenSearch is working on. */
async function countTasks(): Promise<number> {
  const { body } = await opensearch.tasks.list({
    actions: 'indices:data/read/search*',
    detailed: true,
    group_by: 'none',
  });
  const tasks = body.tasks as unknown as { description?: string }[];
  return tasks.filter(({ description }) => description?.includes(index)).length;
}

async function becomes(check: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + 10_000; !(await check()); await sleep(20)) if (Date.now() > end) return false;
  return true;
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'found',
    (error: Error) => error.name,
  );

const search = (body: object, signal: AbortSignal) =>
  outcomeOf(
    reader.startSearching({ indices: {} as ServedGeneration['indices'], signal }).searchCompanies({ index, body }),
  );

test('OpenSearch stops a search whose connection is closed', async () => {
  const node = openNode(OPENSEARCH_URL[0] as string);
  const caller = new AbortController();
  const lines = Array.from({ length: searches }, () => [{ index }, slow]).flat();
  const request = { method: 'POST', path: '/_msearch?max_concurrent_searches=1', lines } as const;
  const outcome = outcomeOf(node.send(request, 60_000, caller.signal));
  expect(await becomes(async () => (await countTasks()) > 0)).toBe(true);
  caller.abort();
  expect(await becomes(async () => (await countTasks()) === 0)).toBe(true);
  expect(await outcome).toBe('AbortError');
  node.close();
});

test('searches that share a request end when all of their callers have gone', async () => {
  const callers = [new AbortController(), new AbortController()];
  const outcomes = callers.map(({ signal }) => search(slow, signal));
  await sleep(50);
  for (const caller of callers) caller.abort();
  expect(await Promise.all(outcomes)).toEqual(['AbortError', 'AbortError']);
});

test('a caller that goes does not end the search of another', async () => {
  const [gone, staying] = [new AbortController(), new AbortController()];
  const outcomes = [search(lessSlow, gone.signal), search(quick, staying.signal)];
  await sleep(50);
  gone.abort();
  expect((await Promise.all(outcomes))[1]).toBe('found');
});
