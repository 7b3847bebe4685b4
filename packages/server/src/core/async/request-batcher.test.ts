import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestBatcher } from './request-batcher.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A server that records each batch, and responds when the test calls `respond`. */
function open(maxBatchSize = 128) {
  const batches: number[][] = [];
  const held: (() => void)[] = [];
  const batcher = new RequestBatcher<number, number>({
    askAll: (questions) => {
      batches.push([...questions]);
      return new Promise((resolve) =>
        held.push(() => resolve(questions.map((n) => (n < 0 ? new Error(`${n}`) : n * 10)))),
      );
    },
    maxBatchSize,
  });
  return { batcher, batches, respond: () => held.shift()?.() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('requests of one turn of the event loop form one batch, and each gets its own response', async () => {
  const { batcher, batches, respond } = open();
  const responses = Promise.allSettled([batcher.ask(1), batcher.ask(-2), batcher.ask(3)]);
  await turn();
  expect(batches).toEqual([[1, -2, 3]]);
  respond();
  expect(await responses).toMatchObject([{ value: 10 }, { reason: new Error('-2') }, { value: 30 }]);
});

test('while two batches are in flight, requests wait, and leave together when one returns', async () => {
  const { batcher, batches, respond } = open();
  for (const n of [1, 2]) {
    void batcher.ask(n);
    await turn();
  }
  void batcher.ask(3);
  await turn();
  void batcher.ask(4);
  await turn();
  expect(batches).toEqual([[1], [2]]);
  respond();
  await turn();
  await turn();
  expect(batches).toEqual([[1], [2], [3, 4]]);
});

test('two batches that never return delay others for 10 ms at most', async () => {
  const { batcher, batches } = open();
  for (const n of [1, 2, 3]) {
    void batcher.ask(n);
    await turn();
  }
  expect(batches).toHaveLength(2);
  vi.advanceTimersByTime(10);
  expect(batches).toEqual([[1], [2], [3]]);
});

test('a batch never exceeds the maximum size', async () => {
  const { batcher, batches } = open(2);
  for (const n of [1, 2, 3, 4, 5]) void batcher.ask(n);
  await turn();
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test('if the call fails, every request of the batch fails', async () => {
  const batcher = new RequestBatcher<number, number>({
    askAll: () => Promise.reject(new Error('gone')),
    maxBatchSize: 9,
  });
  const responses = await Promise.allSettled([batcher.ask(1), batcher.ask(2)]);
  expect(responses.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
