import { expect, test } from 'vitest';
import { capShareOf, LocalCaps } from './daily-cap.ts';

const dayMs = 86_400_000;
const noon = 20_000 * dayMs + dayMs / 2;

test('all ids fit, or none counts', () => {
  const caps = new LocalCaps();
  const today = { cap: 3, nowMs: noon };
  expect(caps.see('key', ['a', 'b'], today)).toEqual({ allowed: true, retryAfterMs: 0 });
  expect(caps.see('key', ['c', 'd'], today)).toEqual({ allowed: false, retryAfterMs: dayMs / 2 });
  expect(caps.see('key', ['c'], today).allowed).toBe(true);
  expect(caps.see('another', ['d'], today).allowed).toBe(true);
});

test('ids seen today do not count again, even when the share has become smaller', () => {
  const caps = new LocalCaps();
  caps.see('key', ['a', 'b', 'c'], { cap: 3, nowMs: noon });
  expect(caps.see('key', ['c', 'a'], { cap: 1, nowMs: noon }).allowed).toBe(true);
  expect(caps.see('key', ['a', 'd'], { cap: 1, nowMs: noon }).allowed).toBe(false);
});

test('a new day by UTC starts over', () => {
  const caps = new LocalCaps();
  const refused = [noon, noon + dayMs / 2 - 1].map((nowMs, n) => caps.see('key', [`${n}`], { cap: 1, nowMs }));
  expect(refused[1]).toEqual({ allowed: false, retryAfterMs: 1 });
  expect(caps.see('key', ['1'], { cap: 1, nowMs: noon + dayMs / 2 }).allowed).toBe(true);
});

test('the memory of a process is bounded: each key by its share, all keys by eviction of the oldest', () => {
  const caps = new LocalCaps();
  const ids = Array.from({ length: 100_000 }, (_, n) => `${n}`);
  const today = { cap: 1e9, nowMs: noon };
  for (let key = 0; key < 6; key += 1) expect(caps.see(`${key}`, ids, today).allowed).toBe(true);
  expect(caps.see('5', ['one more'], today).allowed).toBe(false);
  expect(caps.see('0', ['one more'], today).allowed).toBe(true);
});

test('every process may grant at least one', () => {
  expect([1, 3, 40].map((processes) => capShareOf(10, processes))).toEqual([10, 3, 1]);
});
