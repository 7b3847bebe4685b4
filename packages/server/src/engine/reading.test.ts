import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { Failure } from '../failure.ts';
import { findCompanies } from './companies.ts';
import { findPeople } from './people.ts';
import { deadlines, EngineReader } from './reading.ts';

const indices = { company: 'company', identifier: 'identifier', person: 'person' };
const json =
  (status: number, body: object): RequestListener =>
  (_, answer) =>
    void answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const found = json(200, { found: true, _source: { company: 'c1' } });
const never: RequestListener = () => {};

const servers: Server[] = [];
let reader: EngineReader;

/** A node that behaves as told, and how often it was asked. */
async function node(listener: RequestListener) {
  const asked = { count: 0, url: '' };
  const server = createServer((request, answer) => {
    if (!request.url?.startsWith('/_cluster')) asked.count += 1;
    listener(request, answer);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  asked.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return asked;
}

const find = () => findCompanies(reader.startReading(indices), ['abn:1']);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof Failure ? error.code : 'error'),
  );

afterEach(() => {
  reader.close();
  for (const server of servers.splice(0)) server.closeAllConnections();
});

describe('another node is asked once', () => {
  test.each<[string, RequestListener]>([
    ['never answers', never],
    ['hangs up', (request) => void request.socket.destroy()],
    ['is overloaded', json(429, {})],
    ['has no shard', json(503, { error: { type: 'no_shard_available_action_exception' } })],
    ['talks nonsense', (_, answer) => void answer.end('<html>')],
  ])('when one %s', async (_, broken) => {
    const nodes = [await node(broken), await node(found)];
    reader = new EngineReader(nodes.map(({ url }) => url));
    expect(await Promise.all([find(), find()])).toEqual([['c1'], ['c1']]);
  });
});

test('a node that failed is passed over until it is part of the cluster again', async () => {
  let behave = never;
  const broken = await node((request, answer) => behave(request, answer));
  const good = await node(found);
  reader = new EngineReader([broken.url, good.url]);
  await Promise.all([find(), find()]);
  const before = broken.count;
  for (let i = 0; i < 10; i++) await find();
  expect(broken.count).toBe(before);
  behave = found;
  await wait(2500);
  for (let i = 0; i < 4; i++) await find();
  expect(broken.count).toBeGreaterThan(before);
});

test('with every node silent the end comes within the deadline', async () => {
  const nodes = [await node(never), await node(never)];
  reader = new EngineReader(nodes.map(({ url }) => url));
  const started = Date.now();
  expect(await codeOf(find())).toBe('engine_unavailable');
  expect(Date.now() - started).toBeLessThan(deadlines.totalMs);
});

test('an index that is gone is 503, not an error of ours; a refused question is one', async () => {
  const gone = await node(json(404, { error: { type: 'index_not_found_exception' } }));
  reader = new EngineReader([gone.url]);
  expect(await codeOf(find())).toBe('not_ready');
  reader.close();
  reader = new EngineReader([(await node(json(400, { error: { type: 'parsing_exception' } }))).url]);
  expect(await codeOf(find())).toBe('error');
});

test.each([
  ['a shard failed', { timed_out: false, _shards: { failed: 1 } }],
  ['time ran out', { timed_out: true, _shards: { failed: 0 } }],
])('a page is never served when %s', async (_, facts) => {
  const partial = await node(json(200, { ...facts, hits: { total: { value: 1 }, hits: [] } }));
  reader = new EngineReader([partial.url]);
  const page = { from: 0, size: 10, suppressed: [] };
  const work = findPeople(reader.startReading(indices), { company: 'c1', country: 'AU' }, page);
  expect(await codeOf(work)).toBe('engine_unavailable');
});

test('one document of several that could not be read is a failure, not a miss', async () => {
  const docs = [
    { found: true, _source: { company: 'c1' } },
    { error: { type: 'no_shard_available_action_exception' } },
  ];
  reader = new EngineReader([(await node(json(200, { docs }))).url]);
  expect(await codeOf(findCompanies(reader.startReading(indices), ['abn:1', 'abn:2']))).toBe('engine_unavailable');
});
