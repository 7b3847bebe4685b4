import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testCaller } from '../../test/support/caller.ts';
import type { Caller } from './caller.ts';
import { KeyCache, keyTimes, LedgerSilent } from './key-cache.ts';

const stored = testCaller({ key: 'key_1' });
const hash = Buffer.from('hash');

let reads: number;
let answer: () => Promise<Caller | undefined>;
const down = () => Promise.reject(new Error('connection refused'));
const open = () =>
  new KeyCache({
    readKey: () => {
      reads += 1;
      return answer();
    },
  });

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

afterEach(() => vi.useRealTimers());
beforeEach(() => {
  vi.useFakeTimers();
  reads = 0;
  answer = async () => stored;
});

test('a known key is read once in three seconds, however many ask at once', async () => {
  const keys = open();
  await Promise.all(Array.from({ length: 20 }, () => keys.find(hash)));
  await pass(keyTimes.knownMs - 1);
  expect(await keys.find(hash)).toEqual(stored);
  expect(reads).toBe(1);
  await pass(1);
  await keys.find(hash);
  expect(reads).toBe(2);
});

test('an unknown key is asked again after a second', async () => {
  const keys = open();
  answer = async () => undefined;
  expect(await keys.find(hash)).toBeUndefined();
  answer = async () => stored;
  await pass(keyTimes.unknownMs - 1);
  expect(await keys.find(hash)).toBeUndefined();
  await pass(1);
  expect(await keys.find(hash)).toEqual(stored);
});

test('with the ledger down, a key that was good within five minutes goes on, and no longer', async () => {
  const keys = open();
  await keys.find(hash);
  answer = down;
  await pass(keyTimes.outageMs - 1);
  expect(await keys.find(hash)).toEqual(stored);
  await pass(keyTimes.pauseMs);
  await expect(keys.find(hash)).rejects.toThrow(LedgerSilent);
});

test('with the ledger down, nothing is said of a key that was never seen, and the ledger is left alone a while', async () => {
  const keys = open();
  answer = down;
  await expect(keys.find(hash)).rejects.toThrow(LedgerSilent);
  await expect(keys.find(Buffer.from('other'))).rejects.toThrow(LedgerSilent);
  expect(reads).toBe(1);
  answer = async () => stored;
  await pass(keyTimes.pauseMs);
  expect(await keys.find(hash)).toEqual(stored);
});

test('a revoked key is asked again at once', async () => {
  const keys = open();
  await keys.find(hash);
  answer = async () => undefined;
  keys.revoke('key_1');
  expect(await keys.find(hash)).toBeUndefined();
});

test('what was read before a revocation counts for nothing', async () => {
  const keys = open();
  let tell: (key: Caller) => void = () => {};
  answer = () => new Promise((resolve) => (tell = resolve));
  const before = keys.find(hash);
  keys.revoke('key_1');
  tell(stored);
  expect(await before).toBeUndefined();
  expect(await keys.find(hash)).toBeUndefined();
});

test('after the channel was lost, no key is trusted without asking again', async () => {
  const keys = open();
  await keys.find(hash);
  answer = async () => undefined;
  keys.doubt();
  expect(await keys.find(hash)).toBeUndefined();
});

test('what was read while the channel came back is asked again, and is enough for an outage', async () => {
  const keys = open();
  const before = keys.find(hash);
  keys.doubt();
  await before;
  expect(await keys.find(hash)).toEqual(stored);
  expect(reads).toBe(2);
  answer = down;
  await pass(keyTimes.knownMs);
  expect(await keys.find(hash)).toEqual(stored);
});

test('a resumed account is heard of at once, and a suspension too', async () => {
  const keys = open();
  answer = async () => undefined;
  await keys.find(hash);
  answer = async () => stored;
  keys.hear('*');
  expect(await keys.find(hash)).toEqual(stored);
  answer = async () => undefined;
  keys.hear('*');
  expect(await keys.find(hash)).toBeUndefined();
});

test('nobody who comes after a change is answered by a question that was asked before it', async () => {
  const keys = open();
  let tell: (key: Caller) => void = () => {};
  answer = () => new Promise((resolve) => (tell = resolve));
  const before = keys.find(hash);
  keys.hear('*');
  answer = async () => undefined;
  expect(await keys.find(hash)).toBeUndefined();
  tell(stored);
  expect(await before).toEqual(stored);
  answer = down;
  await pass(keyTimes.unknownMs);
  await expect(keys.find(hash)).rejects.toThrow(LedgerSilent);
});

test('while the ledger hangs, a trusted key is answered at once, and one question at a time looks for it', async () => {
  const keys = open();
  await keys.find(hash);
  answer = () => new Promise(() => {});
  await pass(keyTimes.knownMs);
  const first = keys.find(hash);
  await pass(keyTimes.askMs);
  expect(await first).toEqual(stored);
  expect(reads).toBe(2);
  for (let second = 0; second < 20; second += 1) {
    for (let asked = 0; asked < 20; asked += 1) expect(await keys.find(hash)).toEqual(stored);
    await pass(1000);
  }
  expect(reads).toBe(12);
});

test('a ledger that is back is noticed by itself, for every key', async () => {
  const keys = open();
  await keys.find(hash);
  answer = down;
  await pass(keyTimes.knownMs);
  await keys.find(hash);
  answer = async () => undefined;
  await pass(keyTimes.pauseMs);
  await pass(60_000);
  expect(await keys.find(hash)).toBeUndefined();
  expect(await keys.find(Buffer.from('other'))).toBeUndefined();
});

test('a question that hung before a change was heard of is no reason to go on with what was known', async () => {
  const keys = open();
  await keys.find(hash);
  await pass(keyTimes.knownMs);
  answer = () => new Promise(() => {});
  const hanging = keys.find(hash);
  answer = async () => undefined;
  await pass(10);
  keys.hear('*');
  await pass(keyTimes.askMs);
  expect(await hanging).toEqual(stored);
  expect(await keys.find(hash)).toBeUndefined();
});

test('after it was stopped, nothing is asked any more', async () => {
  const keys = open();
  answer = down;
  await expect(keys.find(hash)).rejects.toThrow(LedgerSilent);
  keys.stop();
  await pass(10_000);
  expect(reads).toBe(1);
});
