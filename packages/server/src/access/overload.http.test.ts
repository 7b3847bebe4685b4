import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invented } from '../../test/support/invented.ts';
import { expectProblem } from '../../test/support/problem.ts';
import { openWorld, type World } from '../../test/support/world.ts';

const slowMs = 400;
let world: World;
let keys: string[];
beforeAll(async () => {
  const rehearse = async (company?: string) => void (company === 'kestrel' && (await wait(slowMs)));
  world = await openWorld(invented, { rehearse }, { ORGDEX_CONCURRENCY: 8 });
  keys = [];
  for (let i = 0; i < 4; i += 1) keys.push(await world.issue('company:read', 'people:search'));
  // The first request of a process compiles and connects.
  await Promise.all(keys.map((key) => lookUp(key, 'aozora')));
});
afterAll(() => world.close());

async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const began = performance.now();
  const answer = await work;
  return { answer, ms: performance.now() - began };
}

const lookUp = (key: string | undefined, id: string) =>
  world.app.inject({ url: `/company?id=${id}`, headers: { authorization: `Bearer ${key}` } });
const search = (key: string | undefined, companyId: string) =>
  world.app.inject({
    method: 'POST',
    url: '/people/search',
    payload: { companyId },
    headers: { authorization: `Bearer ${key}` },
  });

test('requests beyond the capacity are rejected quickly, with the time to wait', async () => {
  const asked = await Promise.all(Array.from({ length: 40 }, (_, i) => timed(lookUp(keys[i % 4], 'kestrel'))));
  const refused = asked.filter(({ answer }) => answer.statusCode === 503);
  expect(asked.filter(({ answer }) => answer.statusCode === 200)).toHaveLength(7);
  expect(refused).toHaveLength(33);
  for (const { answer } of refused) {
    expectProblem(answer, 'overloaded');
    expect(answer.headers['retry-after']).toBe('1');
  }
  const times = refused.map(({ ms }) => ms).sort((a, b) => a - b);
  // 15 ms in the queue plus forty concurrent requests; a busy machine may add to it, but not a slow response.
  expect(times.at(-1)).toBeLessThan(slowMs / 2);
});

test('lookups are served while searches use their whole share', async () => {
  const searches = Array.from({ length: 20 }, (_, i) => search(keys[i % 4], 'kestrel'));
  await wait(50);
  const { answer, ms } = await timed(lookUp(keys[0], 'aozora'));
  expect(answer.statusCode).toBe(200);
  expect(ms).toBeLessThan(slowMs / 2);
  expect((await Promise.all(searches)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
});

test('one key does not block another', async () => {
  const greedy = Array.from({ length: 20 }, () => lookUp(keys[0], 'kestrel'));
  await wait(50);
  expect((await lookUp(keys[1], 'aozora')).statusCode).toBe(200);
  await Promise.all(greedy);
});
