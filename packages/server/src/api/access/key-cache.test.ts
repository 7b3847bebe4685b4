import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testCaller } from '../../../../testing/src/access/caller.ts';
import type { Caller } from '../../stores/postgres/access/caller.ts';
import { DatabaseTimeout, KeyCache, keyTimes } from './key-cache.ts';

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

test('a known key is read once in three seconds, however many requests arrive at once', async () => {
  const keys = open();
  await Promise.all(Array.from({ length: 20 }, () => keys.find(hash)));
  await pass(keyTimes.knownMs - 1);
  expect(await keys.find(hash)).toEqual(stored);
  expect(reads).toBe(1);
  await pass(1);
  await keys.find(hash);
  expect(reads).toBe(2);
});

test('a clock that steps back does not keep a key longer', async () => {
  const keys = open();
  await keys.find(hash);
  vi.setSystemTime(Date.now() - 3_600_000);
  await pass(keyTimes.knownMs);
  await keys.find(hash);
  expect(reads).toBe(2);
});

test('an unknown key is read again after a second', async () => {
  const keys = open();
  answer = async () => undefined;
  expect(await keys.find(hash)).toBeUndefined();
  answer = async () => stored;
  await pass(keyTimes.unknownMs - 1);
  expect(await keys.find(hash)).toBeUndefined();
  await pass(1);
  expect(await keys.find(hash)).toEqual(stored);
});

test('with the database down, a key that was valid within the last five minutes keeps working, and no longer', async () => {
  const keys = open();
  await keys.find(hash);
  answer = down;
  await pass(keyTimes.outageMs - 1);
  expect(await keys.find(hash)).toEqual(stored);
  await pass(keyTimes.pauseMs);
  await expect(keys.find(hash)).rejects.toThrow(DatabaseTimeout);
});

describe('with a database that hangs', () => {
  const hang = () => new Promise<never>(() => {});
  const msUntil = async (found: Promise<unknown>): Promise<number> => {
    const began = Date.now();
    const settled = found.then(
      () => Date.now() - began,
      () => Date.now() - began,
    );
    await pass(keyTimes.askMs);
    return settled;
  };

  test('a key that was valid a moment ago waits briefly, and the next request not at all', async () => {
    const keys = open();
    await keys.find(hash);
    await pass(keyTimes.knownMs);
    answer = hang;
    const first = keys.find(hash);
    await pass(keyTimes.briefMs);
    expect(await first).toEqual(stored);
    const began = Date.now();
    expect(await keys.find(hash)).toEqual(stored);
    expect(Date.now()).toBe(began);
  });

  test('a key that may have changed, or was revoked meanwhile, waits for the database', async () => {
    const keys = open();
    await keys.find(hash);
    keys.distrust();
    answer = hang;
    expect(await msUntil(keys.find(hash))).toBe(keyTimes.askMs);
    const others = open();
    answer = async () => stored;
    await others.find(hash);
    await pass(keyTimes.knownMs);
    answer = hang;
    const found = others.find(hash);
    others.revoke('key_1');
    expect(await msUntil(found)).toBe(keyTimes.askMs);
    await expect(found).rejects.toThrow(DatabaseTimeout);
  });

  test('keys are read again as soon as it responds', async () => {
    const keys = open();
    await keys.find(hash);
    await pass(keyTimes.knownMs);
    let respond: (key: Caller) => void = () => {};
    answer = () => new Promise((resolve) => (respond = resolve));
    const found = keys.find(hash);
    await pass(keyTimes.briefMs);
    await found;
    respond(stored);
    await pass(0);
    answer = async () => undefined;
    await pass(keyTimes.knownMs);
    expect(await keys.find(hash)).toBeUndefined();
  });
});

test('with the database down, a key that is not cached is neither accepted nor rejected, and queries pause', async () => {
  const keys = open();
  answer = down;
  await expect(keys.find(hash)).rejects.toThrow(DatabaseTimeout);
  await expect(keys.find(Buffer.from('other'))).rejects.toThrow(DatabaseTimeout);
  expect(reads).toBe(1);
  answer = async () => stored;
  await pass(keyTimes.pauseMs);
  expect(await keys.find(hash)).toEqual(stored);
});

test('a revoked key is read again at once', async () => {
  const keys = open();
  await keys.find(hash);
  answer = async () => undefined;
  keys.revoke('key_1');
  expect(await keys.find(hash)).toBeUndefined();
});

test('a result that was read before a revocation is discarded', async () => {
  const keys = open();
  let respond: (key: Caller) => void = () => {};
  answer = () => new Promise((resolve) => (respond = resolve));
  const before = keys.find(hash);
  keys.revoke('key_1');
  respond(stored);
  expect(await before).toBeUndefined();
  expect(await keys.find(hash)).toBeUndefined();
});

test('after the notification channel was down, every key is read again', async () => {
  const keys = open();
  await keys.find(hash);
  answer = async () => undefined;
  keys.distrust();
  expect(await keys.find(hash)).toBeUndefined();
});

test('a result that was read while the channel reconnected is read again, but serves during an outage', async () => {
  const keys = open();
  const before = keys.find(hash);
  keys.distrust();
  await before;
  expect(await keys.find(hash)).toEqual(stored);
  expect(reads).toBe(2);
  answer = down;
  await pass(keyTimes.knownMs);
  expect(await keys.find(hash)).toEqual(stored);
});

test('resuming and suspending an account take effect at once', async () => {
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

test('a request after a change never uses a query that was sent before it', async () => {
  const keys = open();
  let respond: (key: Caller) => void = () => {};
  answer = () => new Promise((resolve) => (respond = resolve));
  const before = keys.find(hash);
  keys.hear('*');
  answer = async () => undefined;
  expect(await keys.find(hash)).toBeUndefined();
  respond(stored);
  expect(await before).toEqual(stored);
  answer = down;
  await pass(keyTimes.unknownMs);
  await expect(keys.find(hash)).rejects.toThrow(DatabaseTimeout);
});

test('while the database hangs, a cached key is accepted at once, and one probe at a time checks the database', async () => {
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

test('the recovery of the database is noticed without requests, for every key', async () => {
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

test('a query that hung before a change does not justify using the cached result', async () => {
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

test('after it is stopped, it sends no queries', async () => {
  const keys = open();
  answer = down;
  await expect(keys.find(hash)).rejects.toThrow(DatabaseTimeout);
  keys.stop();
  await pass(10_000);
  expect(reads).toBe(1);
});
