import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { Failure } from '../../core/errors/failure.ts';
import { findCompanies } from './companies/companies.ts';
import { timeouts } from './deadlines.ts';
import { IndexReader } from './index-reader.ts';
import { findPeople } from './people/people.ts';

type Listener = (request: IncomingMessage, answer: ServerResponse) => void | Promise<void>;

const indices = {
  company: 'company',
  identifier: 'identifier',
  person: 'person',
  search: 'search',
  sources: 'sources',
};
const json =
  (status: number, body: object): Listener =>
  (_, answer) =>
    void answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const document = { found: true, _source: { company: 'c1' } };
const found = json(200, { docs: [document] });
const never: Listener = () => {};
const waiting = { timeout: 10_000, interval: 20 };

const servers: Server[] = [];
let reader: IndexReader;

/** A node that behaves as it should, how many reads it was sent, and how many of them are still open. */
async function node(listener: Listener) {
  const sent = { count: 0, open: 0, url: '' };
  const server = createServer((request, answer) => {
    if (!request.url?.startsWith('/_cluster')) {
      sent.count += 1;
      sent.open += 1;
      answer.once('close', () => {
        sent.open -= 1;
      });
    }
    void listener(request, answer);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  sent.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return sent;
}

const find = async () => {
  const found = await findCompanies(reader.startReading({ indices }), ['abn:1']);
  return found.map((document) => document?.company);
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof Failure ? error.code : 'error'),
  );

afterEach(() => {
  reader.close();
  for (const server of servers.splice(0)) server.closeAllConnections();
});

describe('another node is tried once', () => {
  test.each<[string, Listener]>([
    ['never answers', never],
    ['hangs up', (request) => void request.socket.destroy()],
    ['is overloaded', json(429, {})],
    ['has no shard', json(503, { error: { type: 'no_shard_available_action_exception' } })],
    ['talks nonsense', (_, answer) => void answer.end('<html>')],
  ])('when one %s', async (_, broken) => {
    const nodes = [await node(broken), await node(found)];
    reader = new IndexReader(nodes.map(({ url }) => url));
    expect([await find(), await find()]).toEqual([['c1'], ['c1']]);
  });
});

test('a node that failed is passed over until it is part of the cluster again', async () => {
  let behave = never;
  const broken = await node((request, answer) => behave(request, answer));
  const good = await node(found);
  reader = new IndexReader([broken.url, good.url]);
  await find();
  await find();
  // The attempt was given up, so the node is passed over.
  await expect.poll(() => broken.open, waiting).toBe(0);
  const before = broken.count;
  for (let i = 0; i < 10; i++) await find();
  expect(broken.count).toBe(before);
  behave = found;
  await expect
    .poll(async () => {
      await find();
      return broken.count;
    }, waiting)
    .toBeGreaterThan(before);
});

test('with every node silent a read fails after as many attempts as fit the deadline', async () => {
  const nodes = [await node(never), await node(never)];
  reader = new IndexReader(nodes.map(({ url }) => url));
  expect(await codeOf(find())).toBe('engine_unavailable');
  const attempts = nodes.reduce((sum, { count }) => sum + count, 0);
  expect(attempts * timeouts.attemptMs).toBeLessThanOrEqual(timeouts.totalMs);
});

test('a missing index is a 503, not an error of ours; a rejected query is one', async () => {
  const gone = await node(json(404, { error: { type: 'index_not_found_exception' } }));
  reader = new IndexReader([gone.url]);
  expect(await codeOf(find())).toBe('not_ready');
  reader.close();
  reader = new IndexReader([(await node(json(400, { error: { type: 'parsing_exception' } }))).url]);
  expect(await codeOf(find())).toBe('error');
});

const emptyPage = { status: 200, timed_out: false, _shards: { failed: 0 }, hits: { total: { value: 0 }, hits: [] } };
const searchIn = (company: string) =>
  findPeople(
    reader.startReading({ indices }),
    { company, country: 'AU' },
    {
      from: 0,
      size: 10,
      suppressed: [],
    },
  );

test.each([
  ['a shard failed', { _shards: { failed: 1 } }],
  ['time ran out', { timed_out: true }],
])('a page is never served when %s', async (_, facts) => {
  const partial = await node(json(200, { responses: [{ ...emptyPage, ...facts }] }));
  reader = new IndexReader([partial.url]);
  expect(await codeOf(searchIn('c1'))).toBe('engine_unavailable');
});

test.each([
  [503, 'no_shard_available_action_exception', 'engine_unavailable'],
  [429, 'rejected_execution_exception', 'engine_unavailable'],
  [404, 'index_not_found_exception', 'not_ready'],
  [400, 'parsing_exception', 'error'],
])('one search of several that fails with %i fails alone: %s is %s', async (status, type, code) => {
  const sent = await node(async (request, answer) => {
    const lines = Buffer.concat(await Array.fromAsync(request))
      .toString()
      .trimEnd()
      .split('\n');
    const companies = lines.map((line) => JSON.parse(line).routing).filter((routing) => routing !== undefined);
    const responses = companies.map((company) => (company === 'c1' ? emptyPage : { status, error: { type } }));
    await json(200, { responses })(request, answer);
  });
  reader = new IndexReader([sent.url]);
  expect(await Promise.all([searchIn('c1'), searchIn('c2')].map(codeOf))).toEqual(['answered', code]);
});

test.each(['search_context_missing_exception', 'shard_not_found_exception'])(
  'a search whose shard has just left the node (%s) is unavailable, not an error of ours',
  async (type) => {
    const error = { type: 'search_phase_execution_exception', root_cause: [{ type }] };
    const moved = await node(json(200, { responses: [{ status: 404, error }] }));
    reader = new IndexReader([moved.url]);
    expect(await codeOf(searchIn('c1'))).toBe('engine_unavailable');
  },
);

test('a search that failed on one node is sent to another, and no other search', async () => {
  const bodies: string[] = [];
  const whole: Listener = async (request, answer) => {
    bodies.push(Buffer.concat(await Array.fromAsync(request)).toString());
    await json(200, { responses: [emptyPage] })(request, answer);
  };
  const broken = { status: 503, error: { type: 'no_shard_available_action_exception' } };
  const nodes = [await node(json(200, { responses: [emptyPage, broken] })), await node(whole)];
  // Nodes take turns, and the second comes first.
  reader = new IndexReader(nodes.map(({ url }) => url).toReversed());
  expect(await Promise.all([searchIn('c1'), searchIn('c2')].map(codeOf))).toEqual(['answered', 'answered']);
  expect(bodies.map((body) => JSON.parse(body.split('\n')[0] ?? '').routing)).toEqual(['c2']);
});

const unread = { error: { type: 'no_shard_available_action_exception' } };

test('one document of several that could not be read is a failure, not a miss, and fails no other read', async () => {
  const sent = await node(async (request, answer) => {
    const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    const docs = body.docs.map(({ _id }: { _id: string }) => (_id === 'abn:1' ? document : unread));
    await json(200, { docs })(request, answer);
  });
  reader = new IndexReader([sent.url]);
  const lost = codeOf(findCompanies(reader.startReading({ indices }), ['abn:2']));
  expect(await Promise.all([find(), lost])).toEqual([['c1'], 'engine_unavailable']);
});

test('a document that one node could not read is read from another, and no other document', async () => {
  const bodies: string[] = [];
  const whole: Listener = async (request, answer) => {
    bodies.push(Buffer.concat(await Array.fromAsync(request)).toString());
    await json(200, { docs: [{ found: true, _source: { company: 'c2' } }] })(request, answer);
  };
  const nodes = [await node(json(200, { docs: [document, unread] })), await node(whole)];
  // Nodes take turns, and the second comes first.
  reader = new IndexReader(nodes.map(({ url }) => url).toReversed());
  const reading = reader.startReading({ indices });
  expect(await findCompanies(reading, ['abn:1', 'abn:2'])).toEqual([{ company: 'c1' }, { company: 'c2' }]);
  expect(bodies.map((body) => JSON.parse(body).docs)).toEqual([[{ _index: 'identifier', _id: 'abn:2' }]]);
});

test('reads of one turn are sent as one request, with each document routed by its own routing', async () => {
  const bodies: string[] = [];
  const nodes = await node(async (request, answer) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    bodies.push(body);
    const docs = JSON.parse(body).docs.map(({ _id }: { _id: string }) => ({ found: true, _source: _id }));
    await json(200, { docs })(request, answer);
  });
  reader = new IndexReader([nodes.url]);
  const [one, other] = [reader.startReading({ indices }), reader.startReading({ indices })];
  const sources = [
    one.fetch({ index: 'company', id: 'c1' }),
    other.fetch({ index: 'company', id: 'c2:roster', routing: 'c2' }),
  ];
  expect(await Promise.all(sources)).toEqual(['c1', 'c2:roster']);
  expect(bodies.map((body) => JSON.parse(body).docs)).toEqual([
    [
      { _index: 'company', _id: 'c1' },
      { _index: 'company', _id: 'c2:roster', routing: 'c2' },
    ],
  ]);
});

test('a read does not wait for a node that pauses: another is tried too, within the budget', async () => {
  const pausing = await node(never);
  const nodes = [await node(found), pausing];
  reader = new IndexReader(nodes.map(({ url }) => url));
  expect(await find()).toEqual(['c1']);
  expect([pausing.count, pausing.open]).toEqual([1, 1]);
});
