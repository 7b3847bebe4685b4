import { expect, test } from 'vitest';
import { SlowStart } from './slow-start.ts';

/** OpenSearch whose calls end when the test says so, on a clock that the test moves. */
function open() {
  const state = { now: 0, isDown: false, isWhole: true };
  const slowStart = new SlowStart({ isDown: () => state.isDown, now: () => state.now });
  const ends: (() => void)[] = [];
  /** Starts calls until one is rejected, at most 1000; returns how many were accepted. */
  const fill = (): number => {
    for (let accepted = 0; accepted < 1000; accepted += 1) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (
        !slowStart.run(
          () => promise,
          () => state.isWhole,
        )
      )
        return accepted;
      ends.push(resolve);
    }
    return 1000;
  };
  const endAll = async () => {
    for (const end of ends.splice(0)) end();
    await new Promise(setImmediate);
  };
  /** Fills a second with calls that take this long; returns how many there can be at a time. */
  const second = async (ms: number): Promise<number> => {
    const accepted = fill();
    state.now += ms;
    await endAll();
    state.now += 1000 - ms;
    return accepted;
  };
  return { state, second, limit: (ms: number) => slowStart.limit(ms) };
}

test('there is no limit as long as nodes respond, however slowly', async () => {
  const { second } = open();
  expect([await second(10), await second(900), await second(10)]).toEqual([1000, 1000, 1000]);
});

test('while no node responds, few calls are in progress', async () => {
  const { state, second } = open();
  state.isDown = true;
  expect([await second(10), await second(10), await second(10)]).toEqual([8, 8, 8]);
});

test('afterwards, twice as many in each second in which responses are fast', async () => {
  const { state, second } = open();
  state.isDown = true;
  await second(10);
  state.isDown = false;
  const accepted: number[] = [];
  for (let at = 0; at < 7; at += 1) accepted.push(await second(10));
  expect(accepted).toEqual([16, 32, 64, 128, 1000, 1000, 1000]);
});

test('a request must end soon while calls are limited, and only then', async () => {
  const { state, second, limit } = open();
  expect(limit(2000)).toBe(2000);
  state.isDown = true;
  expect(limit(2000)).toBe(800);
  state.isDown = false;
  for (let at = 0; at < 6; at += 1) await second(10);
  expect(limit(2000)).toBe(2000);
});

test('not more as long as shards are not ready, however fast they fail', async () => {
  const { state, second } = open();
  state.isDown = true;
  await second(10);
  state.isDown = false;
  state.isWhole = false;
  expect([await second(10), await second(10), await second(10)]).toEqual([16, 8, 8]);
});

test('fewer if they are slow', async () => {
  const { state, second } = open();
  state.isDown = true;
  await second(10);
  state.isDown = false;
  expect([await second(10), await second(10), await second(100), await second(300), await second(500)]).toEqual([
    16, 32, 64, 64, 32,
  ]);
  expect(await second(10)).toBe(16);
});
