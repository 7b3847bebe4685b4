import { beforeEach, expect, test } from 'vitest';
import type { StoredKey } from '../ledger/api-keys.ts';
import { KeyCache, keyTimes, LedgerSilent } from './key-cache.ts';

const stored: StoredKey = { id: 'key_1', account: 'acme', scopes: ['company:read'] };
const hash = Buffer.from('hash');

let clock: number;
let reads: number;
let answer: () => Promise<StoredKey | undefined>;
const down = () => Promise.reject(new Error('connection refused'));
const open = () =>
  new KeyCache({
    now: () => clock,
    readKey: () => {
      reads += 1;
      return answer();
    },
  });

beforeEach(() => {
  clock = 1_000_000;
  reads = 0;
  answer = async () => stored;
});

test('a known key is read once in three seconds, however many ask at once', async () => {
  const keys = open();
  await Promise.all(Array.from({ length: 20 }, () => keys.find(hash)));
  clock += keyTimes.knownMs - 1;
  expect(await keys.find(hash)).toEqual(stored);
  expect(reads).toBe(1);
  clock += 1;
  await keys.find(hash);
  expect(reads).toBe(2);
});

test('an unknown key is asked again after a second', async () => {
  const keys = open();
  answer = async () => undefined;
  expect(await keys.find(hash)).toBeUndefined();
  answer = async () => stored;
  clock += keyTimes.unknownMs - 1;
  expect(await keys.find(hash)).toBeUndefined();
  clock += 1;
  expect(await keys.find(hash)).toEqual(stored);
});

test('with the ledger down, a key that was good within five minutes goes on, and no longer', async () => {
  const keys = open();
  await keys.find(hash);
  answer = down;
  clock += keyTimes.outageMs - 1;
  expect(await keys.find(hash)).toEqual(stored);
  clock += keyTimes.pauseMs;
  await expect(keys.find(hash)).rejects.toThrow(LedgerSilent);
});

test('with the ledger down, nothing is said of a key that was never seen, and the ledger is left alone a while', async () => {
  const keys = open();
  answer = down;
  await expect(keys.find(hash)).rejects.toThrow(LedgerSilent);
  await expect(keys.find(Buffer.from('other'))).rejects.toThrow(LedgerSilent);
  expect(reads).toBe(1);
  answer = async () => stored;
  clock += keyTimes.pauseMs;
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
  let tell: (key: StoredKey) => void = () => {};
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
  clock += keyTimes.knownMs;
  expect(await keys.find(hash)).toEqual(stored);
});
