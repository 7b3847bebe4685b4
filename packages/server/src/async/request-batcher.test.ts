import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestBatcher } from './request-batcher.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** The other end: notes what is asked together, and answers when it is let. */
function open(mostTogether = 128) {
  const asked: number[][] = [];
  const held: (() => void)[] = [];
  const gathering = new RequestBatcher<number, number>({
    askAll: (questions) => {
      asked.push([...questions]);
      return new Promise((resolve) =>
        held.push(() => resolve(questions.map((n) => (n < 0 ? new Error(`${n}`) : n * 10)))),
      );
    },
    mostTogether,
  });
  return { gathering, asked, answer: () => held.shift()?.() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what comes in one turn is asked together, and each has its own answer', async () => {
  const { gathering, asked, answer } = open();
  const answers = Promise.allSettled([gathering.ask(1), gathering.ask(-2), gathering.ask(3)]);
  await turn();
  expect(asked).toEqual([[1, -2, 3]]);
  answer();
  expect(await answers).toMatchObject([{ value: 10 }, { reason: new Error('-2') }, { value: 30 }]);
});

test('with two under way the next ones gather, and leave when one is back', async () => {
  const { gathering, asked, answer } = open();
  for (const n of [1, 2]) {
    void gathering.ask(n);
    await turn();
  }
  void gathering.ask(3);
  await turn();
  void gathering.ask(4);
  await turn();
  expect(asked).toEqual([[1], [2]]);
  answer();
  await turn();
  await turn();
  expect(asked).toEqual([[1], [2], [3, 4]]);
});

test('two that never come back hold nobody up for long', async () => {
  const { gathering, asked } = open();
  for (const n of [1, 2, 3]) {
    void gathering.ask(n);
    await turn();
  }
  expect(asked).toHaveLength(2);
  vi.advanceTimersByTime(10);
  expect(asked).toEqual([[1], [2], [3]]);
});

test('never more than so many together', async () => {
  const { gathering, asked } = open(2);
  for (const n of [1, 2, 3, 4, 5]) void gathering.ask(n);
  await turn();
  expect(asked).toEqual([[1, 2], [3, 4], [5]]);
});

test('when nothing can be asked, each question fails', async () => {
  const gathering = new RequestBatcher<number, number>({
    askAll: () => Promise.reject(new Error('gone')),
    mostTogether: 9,
  });
  const answers = await Promise.allSettled([gathering.ask(1), gathering.ask(2)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
