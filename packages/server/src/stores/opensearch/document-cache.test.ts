import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DocumentCache, noCacheCounts, RecentKeys } from './document-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const later = (ms: number) => vi.advanceTimersByTime(ms);
const now = () => performance.now();

function open(bytes = 1 << 20) {
  const counts = noCacheCounts();
  const cache = new DocumentCache({ bytes, published: 5, counts });
  const reads: string[] = [];
  const read = (key: string, source: unknown = key) =>
    cache.read(key, async () => {
      reads.push(key);
      return source;
    });
  return { cache, counts, reads, read };
}

describe('a document is read again', () => {
  test('never while it is confirmed', async () => {
    const { cache, counts, reads, read } = open();
    await read('company:a');
    for (let second = 0; second < 60; second += 1) {
      later(1000);
      cache.confirm(5, now());
      expect(await read('company:a')).toBe('company:a');
    }
    expect(reads).toHaveLength(1);
    expect(counts).toMatchObject({ miss: 1, hit: 60, aged: 0 });
  });

  test('when it was not confirmed for a moment, below two seconds', async () => {
    const { counts, reads, read } = open();
    await read('company:a');
    later(1500);
    await read('company:a');
    expect(reads).toHaveLength(1);
    later(1);
    await read('company:a');
    expect(reads).toHaveLength(2);
    expect(counts.aged).toBe(1);
  });

  test('when a notification names it, and no other entry', async () => {
    const { cache, reads, read } = open();
    await read('company:a');
    await read('company:b');
    cache.hear({ published: 6, keys: ['company:a'] });
    await read('company:a');
    await read('company:b');
    expect(reads).toEqual(['company:a', 'company:b', 'company:a']);
  });

  test.each<[string, (cache: DocumentCache) => void]>([
    ['a message says that too much changed to list', (cache) => cache.hear({ published: 6, keys: undefined })],
    ['a message was missed', (cache) => cache.hear({ published: 7, keys: ['company:b'] })],
    ['the database has more changes than were announced', (cache) => cache.confirm(6, now())],
  ])('when %s', async (_, notify) => {
    const { cache, reads, read } = open();
    await read('company:a');
    notify(cache);
    await read('company:a');
    expect(reads).toHaveLength(2);
  });

  test('when a restored database has a lower number', async () => {
    const { cache, reads, read } = open();
    await read('company:a');
    cache.hear({ published: 5, keys: ['company:a'] });
    await read('company:a');
    cache.confirm(3, now());
    await read('company:a');
    expect(reads).toHaveLength(3);
  });
});

test('that there is none is remembered too', async () => {
  const { reads, cache } = open();
  const read = () =>
    cache.read('company:none', async () => {
      reads.push('none');
      return undefined;
    });
  expect([await read(), await read()]).toEqual([undefined, undefined]);
  expect(reads).toHaveLength(1);
});

test('what was being read during a notification is returned and not cached', async () => {
  const { cache, read } = open();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const old = cache.read('company:a', () => promise);
  cache.hear({ published: 6, keys: ['company:a'] });
  const fresh = read('company:a', 'new');
  resolve('old');
  expect([await old, await fresh, await read('company:a', 'newer')]).toEqual(['old', 'new', 'new']);
});

test('concurrent requests share one read; one that failed is not cached', async () => {
  const { cache, counts } = open();
  let calls = 0;
  const fail = () => {
    calls += 1;
    return Promise.reject(new Error('gone'));
  };
  const all = [cache.read('company:a', fail), cache.read('company:a', fail)].map((work) =>
    expect(work).rejects.toThrow('gone'),
  );
  await Promise.all(all);
  expect([calls, counts.shared]).toEqual([1, 1]);
  expect(await cache.read('company:a', async () => 'there')).toBe('there');
});

test('a request with little time left shares no read', async () => {
  const { cache, reads } = open();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const hurried = cache.read('company:a', () => promise, { isShared: false });
  const other = cache.read('company:a', async () => 'in time');
  expect(await other).toBe('in time');
  resolve('late');
  expect(await hurried).toBe('late');
  expect(reads).toEqual([]);
});

test('it holds no more than it may, and drops what was used least lately', async () => {
  const { cache, reads, read } = open(10_000);
  const company = { served: { base: { text: 'x'.repeat(2000) }, regions: { NZ: { text: 'y'.repeat(500) } } } };
  for (const id of ['a', 'b', 'c', 'd', 'e']) await read(id, company);
  for (const id of ['b', 'c', 'd', 'e']) await read(id, company);
  expect(cache.entries).toBe(3);
  expect(cache.bytes).toBeLessThanOrEqual(10_000);
  reads.length = 0;
  await read('c', company);
  await read('a', company);
  expect(reads).toEqual(['a']);
});

test('once an eighth is full, a document is kept when it is read for the second time', async () => {
  const { cache, reads, read } = open(64_000);
  const company = { served: { base: { text: 'x'.repeat(2000) } } };
  const some = (count: number) => Array.from({ length: count }, (_, n) => `company:${n}`);
  for (const id of some(100)) await read(id, company);
  expect(cache.entries).toBe(4);
  reads.length = 0;
  for (let time = 0; time < 3; time += 1) for (const id of some(10)) await read(id, company);
  expect(reads).toEqual(some(10).slice(4));
});

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), id: fc.nat(1) }),
    fc.record({ kind: fc.constant('answer' as const) }),
    fc.record({ kind: fc.constant('write' as const), id: fc.nat(1) }),
    fc.record({ kind: fc.constant('tell' as const), isReceived: fc.boolean(), isListed: fc.boolean() }),
    fc.record({ kind: fc.constant('look' as const) }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(1200) }),
  ),
  { minLength: 10, maxLength: 60, size: 'max' },
);

/** Two documents that only go up, a publisher that may be late and whose messages get lost, and looks at the database. */
test('whatever notification is lost, no response is older than two seconds', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const counts = noCacheCounts();
      const cache = new DocumentCache({ bytes: 1 << 20, published: 0, counts });
      const changes: number[][] = [[-Infinity], [-Infinity]];
      let published = 0;
      const marked = new Set<number>();
      const underWay: (() => void)[] = [];
      const oldest = (id: number) => (changes[id] as number[]).filter((at) => at <= now() - 2000).length;
      const answers: Promise<void>[] = [];
      for (const step of given) {
        if (step.kind === 'pass') {
          later(step.ms);
          // A read has its deadline.
          for (const answer of underWay.splice(0)) answer();
        }
        if (step.kind === 'look' && marked.size === 0) cache.confirm(published, now());
        if (step.kind === 'answer') underWay.shift()?.();
        if (step.kind === 'write') {
          // OpenSearch shows it, whatever happens to the publisher.
          (changes[step.id] as number[]).push(now());
          marked.add(step.id);
        }
        if (step.kind === 'tell' && marked.size > 0) {
          published += 1;
          const keys = step.isListed ? [...marked].map((id) => `company:${id}`) : undefined;
          if (step.isReceived) cache.hear({ published, keys });
          marked.clear();
        }
        if (step.kind === 'ask') {
          const least = oldest(step.id);
          const fetch = () => {
            const seen = (changes[step.id] as number[]).length;
            return new Promise<number>((resolve) => underWay.push(() => resolve(seen)));
          };
          const asked = Promise.resolve(cache.read(`company:${step.id}`, fetch));
          answers.push(asked.then((seen) => expect(seen).toBeGreaterThanOrEqual(least)));
        }
        for (let i = 0; i < 5; i += 1) await Promise.resolve();
      }
      for (const answer of underWay) answer();
      await Promise.all(answers);
    }),
    { numRuns: 1000 },
  );
});

const keys = (count: number) => Array.from({ length: count }, (_, n) => `company:c${n}`);

test('a key is known once it was noted', () => {
  const recent = new RecentKeys();
  expect(['a', 'b', 'a', 'b'].map((key) => recent.note(key))).toEqual([false, false, true, true]);
});

test('of 50,000 keys, four of five are known when they return', () => {
  const recent = new RecentKeys();
  for (const key of keys(50_000)) recent.note(key);
  expect(keys(50_000).filter((key) => recent.note(key)).length).toBeGreaterThan(40_000);
});

test('new keys take the place of old ones, and are not taken for them', () => {
  const recent = new RecentKeys();
  const known = keys(1_000_000).filter((key) => recent.note(key));
  expect(known.length).toBeLessThan(100);
  expect(keys(1000).filter((key) => recent.note(key)).length).toBeLessThan(50);
});
