import { describe, expect, test } from 'vitest';
import { type ApiOptions, fitting, ItemSender, ServiceError } from './api-client.ts';

const options: ApiOptions = { url: 'http://localhost', key: 'k', onWait: () => {}, sleep: async () => {} };
const items = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Tern ${n}` }));
const noCredits = (retryAfter: number) => new ServiceError('no credits', { code: 'quota_exhausted', retryAfter });

/** An account with this many credits: a request reserves one for each item and spends half of them. */
function account(credits: number) {
  let left = credits;
  const sent: number[] = [];
  const send = async (some: readonly object[]) => {
    if (some.length > left) throw noCredits(left === 0 ? 1_000_000 : 1);
    left -= Math.ceil(some.length / 2);
    sent.push(some.length);
  };
  return { sent, send, left: () => left };
}

describe('a request', () => {
  test('has at most 100 items', () => {
    expect(fitting(items(250), 100)).toBe(100);
    expect(fitting(items(7), 100)).toBe(7);
  });

  test('is smaller than the service accepts, and has at least one item', () => {
    const long = Array.from({ length: 100 }, () => ({ name: '株'.repeat(500) }));
    expect(fitting(long, 100)).toBe(40);
    expect(fitting([{ name: 'x'.repeat(100_000) }], 100)).toBe(1);
  });
});

describe('when credits run short', () => {
  test('smaller requests spend the last ones', async () => {
    const { sent, send, left } = account(70);
    const sender = new ItemSender(options);
    await expect(sender.sendAll(items(250), send)).rejects.toThrow('no credits');
    expect(left()).toBe(0);
    expect(sent[0]).toBe(50);
    expect(sent.at(-1)).toBe(1);
  });

  test('each item is sent once, in order', async () => {
    const { send } = account(30);
    const seen: string[] = [];
    const all = items(40);
    await new ItemSender(options).sendAll(all, async (some) => {
      await send(some);
      seen.push(...some.map(({ name }) => name));
    });
    expect(seen).toEqual(all.map(({ name }) => name));
  });

  test('credits that stay reserved are given up', async () => {
    let calls = 0;
    const held = new ItemSender(options).sendAll(items(1), async () => {
      calls += 1;
      throw noCredits(1);
    });
    await expect(held).rejects.toThrow('no credits');
    expect(calls).toBe(10);
  });

  test('a month is not waited for', async () => {
    let calls = 0;
    const exhausted = new ItemSender(options).sendAll(items(5), async () => {
      calls += 1;
      throw noCredits(1_000_000);
    });
    await expect(exhausted).rejects.toThrow('no credits');
    expect(calls).toBe(1);
  });
});
