import { expect, test } from 'vitest';
import { SlowStart } from './slow-start.ts';

function open() {
  let nowMs = 0;
  const start = new SlowStart(() => nowMs);
  return {
    start,
    wait: (ms: number) => {
      nowMs += ms;
    },
    /** How many more calls are admitted, of a hundred. */
    admit: (isDown: boolean) => Array.from({ length: 100 }, () => start.enter(isDown)).filter(Boolean).length,
  };
}

test('without an outage, every call is made', () => {
  expect(open().admit(false)).toBe(100);
});

test('while no node can be reached, two calls are in progress at most', () => {
  const { start, admit } = open();
  expect(admit(true)).toBe(2);
  start.leave();
  expect(admit(true)).toBe(1);
});

test('when nodes return, twice as many calls may be in progress each second, and soon any number', () => {
  const { wait, admit } = open();
  expect(admit(true)).toBe(2);
  wait(1000);
  expect(admit(false)).toBe(2);
  wait(1000);
  expect(admit(false)).toBe(4);
  wait(4000);
  expect(admit(false)).toBe(100);
});
