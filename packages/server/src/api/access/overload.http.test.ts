import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { invented } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';

let service: TestService;
let keys: string[];
/** Requests about kestrel wait here until the test lets them continue. */
let gate: { readonly open: Promise<void>; release(): void };
let held = 0;
beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = { open: promise, release: resolve };
  held = 0;
});
beforeAll(async () => {
  const simulateProblem = async (company?: string) => {
    if (company !== 'kestrel') return;
    held += 1;
    await gate.open;
  };
  service = await openTestService(invented, { simulateProblem }, { ORGDEX_CONCURRENCY: 8 });
  keys = [];
  for (let i = 0; i < 4; i += 1) keys.push(await service.issue('company:read', 'people:search'));
  // The first request of a process compiles and connects.
  await Promise.all(keys.map((key) => lookUp(key, 'aozora')));
});
afterAll(() => service.close());

const lookUp = (key: string | undefined, id: string) =>
  service.app.inject({ url: `/company?id=${id}`, headers: { authorization: `Bearer ${key}` } });
const search = (key: string | undefined, companyId: string) =>
  service.app.inject({
    method: 'POST',
    url: '/people/search',
    payload: { companyId },
    headers: { authorization: `Bearer ${key}` },
  });

/** Sends them all, and waits until every one was rejected but those that are held. */
async function flood(requests: readonly ReturnType<typeof lookUp>[]) {
  const ended: Awaited<ReturnType<typeof lookUp>>[] = [];
  for (const request of requests) void request.then((response) => ended.push(response));
  await vi.waitFor(() => expect(held + ended.length).toBe(requests.length), { timeout: 20_000, interval: 10 });
  return ended;
}

test('requests beyond the limit are rejected while the others are still at work, with the time to wait', async () => {
  const requests = Array.from({ length: 40 }, (_, i) => lookUp(keys[i % 4], 'kestrel'));
  const refused = await flood(requests);
  expect(refused).toHaveLength(33);
  for (const response of refused) {
    expectProblem(response, 'overloaded');
    expect(response.headers['retry-after']).toBe('1');
  }
  gate.release();
  expect((await Promise.all(requests)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(7);
});

test('lookups are served while searches hold all that they may', async () => {
  const searches = Array.from({ length: 20 }, (_, i) => search(keys[i % 4], 'kestrel'));
  await flood(searches);
  expect((await lookUp(keys[0], 'aozora')).statusCode).toBe(200);
  gate.release();
  expect((await Promise.all(searches)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
});

test('one key does not block another', async () => {
  const greedy = Array.from({ length: 20 }, () => lookUp(keys[0], 'kestrel'));
  await flood(greedy);
  expect((await lookUp(keys[1], 'aozora')).statusCode).toBe(200);
  gate.release();
  await Promise.all(greedy);
});
