import { randomUUID } from 'node:crypto';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openProxy } from '../../../../testing/src/stores/cuttable-proxy.ts';
import { readConfig } from '../../core/settings/config.ts';
import { charge, gcraArguments, gcraScript, paceOf, type Window } from './gcra.ts';
import { Limiter, type Outcome } from './limiter.ts';
import { redisTimeoutMs } from './redis-connection.ts';

const { REDIS_URL } = readConfig();
const prefix = `test-${randomUUID()}`;
const redis = new Redis(REDIS_URL);
const opened: { close(): void }[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});
afterAll(async () => {
  for await (const names of redis.scanStream({ match: `${prefix}*`, count: 1000 })) {
    if ((names as string[]).length > 0) await redis.del(...(names as string[]));
  }
  redis.disconnect();
});

/** For what is shared: however busy the machine is, a request waits until Redis responds. */
const openLimiter = (processes = 1) => openLimiterTo(REDIS_URL, { processes, timeoutMs: 10_000 });

function openLimiterTo(redisUrl: string, { processes, timeoutMs }: { processes: number; timeoutMs: number }) {
  const logged: string[] = [];
  const outcomes: Outcome[] = [];
  const limiter = new Limiter({
    redisUrl,
    timeoutMs,
    prefix,
    processes: () => processes,
    log: { warn: (_, text) => logged.push(text), info: (_, text) => logged.push(text) },
    onMode: (mode) => logged.push(mode),
    onDecision: (outcome) => outcomes.push(outcome),
  });
  opened.push(limiter);
  return Object.assign(limiter, { logged, outcomes });
}

async function openWay() {
  const proxy = await openProxy(new URL(REDIS_URL));
  onTestFinished(() => proxy.close());
  const url = new URL(REDIS_URL);
  url.port = String(proxy.port);
  return { proxy, url: url.href };
}

/** A rate limiter that shares its counts, over a connection that can be cut. A busy machine may lose Redis at first. */
async function openCuttable(processes = 1) {
  const { proxy, url } = await openWay();
  const limiter = openLimiterTo(url, { processes, timeoutMs });
  const isShared = async () => (await limiter.take('warm-up', [perSecond(1, 1)])) && limiter.mode === 'shared';
  await expect.poll(isShared, { timeout: 20_000 }).toBe(true);
  limiter.logged.length = 0;
  limiter.outcomes.length = 0;
  return { proxy, limiter };
}

const perSecond = (quota: number, burst: number): Window => ({ name: 'second', quota, windowMs: 1000, burst });
const perDay = (quota: number): Window => ({ name: 'day', quota, windowMs: 86_400_000, burst: quota });

const timeoutMs = redisTimeoutMs;

/** Lets everything happen that waits for no timer. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await turn();
}

/**
 * Runs work on a clock that moves only when nothing else can be done: what it waits for by timers is exact, and a busy
 * machine adds nothing. Work that needs neither timer nor Redis takes 0 ms.
 */
async function onTestClock<T>(work: (now: () => number) => Promise<T>): Promise<[T, number]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let now = 0;
    let isOver = false;
    const working = work(() => now).finally(() => {
      isOver = true;
    });
    for (await settle(); !isOver; await settle()) {
      now += 1;
      await vi.advanceTimersByTimeAsync(1);
    }
    return [await working, now];
  } finally {
    // A connection that was tried meanwhile would wait indefinitely.
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
  }
}

/** The same number of requests as in a second, but they come back so slowly that a slow machine gets no more of them. */
const perHour = (quota: number): Window => ({ name: 'second', quota, windowMs: 3_600_000, burst: quota });

async function untilMode(limiter: Limiter, mode: Limiter['mode']): Promise<void> {
  await expect.poll(() => limiter.mode, { timeout: 5000, interval: 20 }).toBe(mode);
}

describe('the script in Redis', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(0, 0, 0.5, 1, 2), fc.nat(1), fc.integer({ min: -1, max: 1 })), {
    minLength: 1,
    maxLength: 25,
  });
  const sequences = fc.tuple(
    fc.constantFrom(1, 3, 50, 9_999),
    fc.integer({ min: 1, max: 6 }),
    fc.option(fc.nat(8)),
    steps,
    fc.constantFrom(1, 1, 2, 7),
  );

  test('decides like the pure function, to the microsecond, on 1,000 sequences', async () => {
    const clock = '{ ARGV[#ARGV - 1], ARGV[#ARGV] }';
    const sha = (await redis.script('LOAD', gcraScript(clock))) as string;
    const expected: string[] = [];
    const pipeline = redis.pipeline();
    fc.sample(sequences, 1000).forEach(([rate, burst, daily, pauses, cost], n) => {
      const plain = [perSecond(rate, burst), ...(daily === null ? [] : [perDay(daily + 1)])];
      const windows = plain.map((window) => ({ ...window, cost }));
      const names = windows.map(({ name }) => `${prefix}:${n}:${name}`);
      let nowUs = 1_790_000_000_000_000;
      let state: readonly number[] = [];
      for (const [intervals, of, jitter] of pauses) {
        const { intervalUs } = paceOf(windows[of] ?? perSecond(rate, burst));
        nowUs += Math.max(0, Math.floor(intervals * intervalUs) + jitter);
        const charged = charge(windows, state, nowUs);
        state = charged.wholeAtUs;
        expected.push([charged.allowed ? 1 : 0, nowUs, ...state].join());
        const time = [Math.floor(nowUs / 1_000_000), nowUs % 1_000_000];
        pipeline.evalsha(sha, names.length, ...names, ...gcraArguments([windows]), ...time);
      }
    });
    const answers = (await pipeline.exec()) ?? [];
    expect(answers.map(([error, answer]) => error ?? (answer as number[][]).map((one) => one.join()).join())).toEqual(
      expected,
    );
  });

  test('expires a key that has had its full quota for a minute', async () => {
    const limiter = openLimiter();
    const key = randomUUID();
    await limiter.take(key, [perSecond(10, 100)]);
    const keptMs = await redis.pttl(`${prefix}:second:{${key}}`);
    expect(keptMs).toBeGreaterThan(50_000);
    expect(keptMs).toBeLessThanOrEqual(60_100);
  });
});

describe('several processes', () => {
  test('at ten times the limit, together they admit the burst and the rate, and no more', async () => {
    // A burst of one second: a machine that pauses for less loses nothing.
    const [rate, burst, seconds] = [200, 200, 2];
    const limiters = [openLimiter(4), openLimiter(4), openLimiter(4), openLimiter(4)];
    const key = randomUUID();
    await Promise.all(limiters.map((limiter) => limiter.take('warm-up', [perSecond(rate, burst)])));
    const start = performance.now();
    let asked = 0;
    const flood = async (limiter: Limiter) => {
      let admitted = 0;
      while (performance.now() - start < seconds * 1000) {
        // A slow machine sends all that is due at once, so that it sends as many as a fast one.
        const due = Math.floor(((performance.now() - start) / 1000) * rate * 10) - asked;
        asked += due;
        const taken = await Promise.all(Array.from({ length: due }, () => limiter.take(key, [perSecond(rate, burst)])));
        admitted += taken.filter(({ allowed }) => allowed).length;
        await wait(1);
      }
      return admitted;
    };
    const admitted = (await Promise.all(limiters.map(flood))).reduce((sum, one) => sum + one, 0);
    const elapsed = (performance.now() - start) / 1000;
    expect(asked).toBeGreaterThan(rate * seconds * 5);
    expect(admitted).toBeLessThanOrEqual(burst + rate * elapsed);
    expect(admitted).toBeGreaterThanOrEqual(Math.floor((burst + rate * seconds) * 0.9));
    expect(limiters.flatMap(({ logged }) => logged)).toEqual([]);
  });

  test('the daily limit rejects on its own, does not charge the limit per second, and says when to retry', async () => {
    const [one, two] = [openLimiter(), openLimiter()];
    const key = randomUUID();
    const windows = [perSecond(1, 10), perDay(3)];
    for (const limiter of [one, two, one]) expect(await limiter.take(key, windows)).toMatchObject({ allowed: true });
    const refused = await two.take(key, windows);
    expect(refused).toMatchObject({ allowed: false, windows: [{ remaining: 7 }, { name: 'day', remaining: 0 }] });
    expect(refused.retryAfterMs / 28_800_000).toBeCloseTo(1, 2);
  });

  test('keys do not share limits', async () => {
    const limiter = openLimiter();
    const keys = [randomUUID(), randomUUID()];
    for (const key of keys) expect((await limiter.take(key, [perSecond(1, 1)])).allowed).toBe(true);
    for (const key of keys) expect((await limiter.take(key, [perSecond(1, 1)])).allowed).toBe(false);
  });
});

describe('daily caps', () => {
  const cap = { what: 'companies', perDay: 5 } as const;

  test('are exact across processes, all or none, and ids seen today do not count again', async () => {
    const [one, two] = [openLimiter(2), openLimiter(2)];
    const key = randomUUID();
    expect(await one.see(key, cap, ['a', 'b', 'a'])).toEqual({ allowed: true, retryAfterMs: 0 });
    expect(await two.see(key, cap, ['b', 'c', 'd'])).toEqual({ allowed: true, retryAfterMs: 0 });
    const untilTomorrow = 86_400_000 - (Date.now() % 86_400_000);
    const refused = await one.see(key, cap, ['a', 'e', 'f']);
    expect(refused.allowed).toBe(false);
    expect(Math.abs(refused.retryAfterMs - untilTomorrow)).toBeLessThan(2000);
    expect((await two.see(key, cap, ['e'])).allowed).toBe(true);
    expect((await one.see(key, cap, ['f'])).allowed).toBe(false);
    expect((await two.see(key, cap, ['a', 'b', 'c', 'd', 'e'])).allowed).toBe(true);
    expect((await two.see(key, { ...cap, what: 'people' }, ['f'])).allowed).toBe(true);
    expect(await redis.scard(`${prefix}:companies:{${key}}`)).toBe(5);
    const keptMs = await redis.pttl(`${prefix}:companies:{${key}}`);
    expect(Math.abs(keptMs - untilTomorrow)).toBeLessThan(2000);
  });

  test('two processes that race for the last place fill it once', async () => {
    const limiters = [openLimiter(2), openLimiter(2)];
    const key = randomUUID();
    const ids = Array.from({ length: 200 }, (_, n) => `id-${n}`);
    const verdicts = await Promise.all(
      ids.flatMap((id) => limiters.map((limiter) => limiter.see(key, { what: 'people', perDay: 50 }, [id]))),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(100);
    expect(await redis.scard(`${prefix}:people:{${key}}`)).toBe(50);
  });
});

describe('without Redis', () => {
  test.each(['cut', 'blackhole'] as const)(
    '%s: only the first request waits, each process grants its share, and it recovers by itself',
    async (how) => {
      const { proxy, limiter } = await openCuttable(4);
      const windows = [perHour(40)];
      proxy[how]();
      const key = randomUUID();
      const [first, firstMs] = await onTestClock(() => limiter.take(key, windows));
      expect(first.allowed).toBe(true);
      expect(firstMs).toBeLessThanOrEqual(timeoutMs);
      const [rest, restMs] = await onTestClock(() =>
        Promise.all(Array.from({ length: 100 }, () => limiter.take(key, windows))),
      );
      expect(restMs).toBe(0);
      // A quarter of the burst; the first request took one of it.
      expect(rest.filter(({ allowed }) => allowed)).toHaveLength(9);
      const before = proxy.connections();
      await expect.poll(proxy.connections, { timeout: 5000 }).toBeGreaterThan(before);
      const [, probedMs] = await onTestClock(() => limiter.take(key, windows));
      expect(probedMs).toBe(0);
      expect(limiter.logged).toEqual([expect.stringContaining('Redis is unavailable'), 'local']);
      proxy.restore();
      await untilMode(limiter, 'shared');
      expect((await limiter.take(key, windows)).allowed).toBe(true);
      expect(limiter.outcomes.at(-1)).toEqual({ limit: 'rate', allowed: true, mode: 'shared' });
      expect(limiter.logged.slice(2)).toEqual([expect.stringContaining('Redis is available again'), 'shared']);
    },
  );

  test('requests that already wait when Redis stops responding end with the first', async () => {
    const { proxy, limiter } = await openCuttable();
    proxy.blackhole();
    const [waits] = await onTestClock((now) =>
      Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          await new Promise((resolve) => setTimeout(resolve, n * 5));
          const began = now();
          await limiter.take(randomUUID(), [perSecond(1, 1)]);
          return now() - began;
        }),
      ),
    );
    expect(Math.max(...waits)).toBe(timeoutMs);
    // These came after the first had given up.
    expect(waits.slice(10)).toEqual(waits.slice(10).map(() => 0));
  });

  test('it starts without Redis, and connects later', async () => {
    const { proxy, url } = await openWay();
    proxy.blackhole();
    const limiter = openLimiterTo(url, { processes: 2, timeoutMs });
    const [decision, ms] = await onTestClock(() => limiter.take(randomUUID(), [perSecond(10, 10)]));
    expect(decision).toMatchObject({ allowed: true, windows: [{ remaining: 4 }] });
    expect(ms).toBeLessThanOrEqual(timeoutMs);
    const [, nextMs] = await onTestClock(() => limiter.take(randomUUID(), [perSecond(10, 10)]));
    expect(nextMs).toBe(0);
    proxy.restore();
    await untilMode(limiter, 'shared');
  });

  test('a Redis that rejects writes, as a replica or one without memory does, counts as unavailable until it accepts them', async () => {
    const user = `user-${randomUUID()}`;
    const allow = (...rules: string[]) => redis.call('ACL', 'SETUSER', user, ...rules);
    await allow('on', 'nopass', '~*', '&*', '+@all');
    onTestFinished(async () => void (await redis.call('ACL', 'DELUSER', user)));
    const url = new URL(REDIS_URL);
    [url.username, url.password] = [user, 'any'];
    const limiter = openLimiterTo(url.href, { processes: 2, timeoutMs: 10_000 });
    expect((await limiter.take(randomUUID(), [perHour(40)])).allowed).toBe(true);
    expect(limiter.mode).toBe('shared');
    await allow('-@write');
    const key = randomUUID();
    const taken = await Promise.all(Array.from({ length: 40 }, () => limiter.take(key, [perHour(40)])));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(20);
    expect(limiter.mode).toBe('local');
    await allow('+@all');
    await untilMode(limiter, 'shared');
  });

  test('a key that has used up the burst or the day gets neither again', async () => {
    const { proxy, limiter } = await openCuttable(2);
    const key = randomUUID();
    const windows = [perSecond(1000, 1000), perDay(4)];
    for (let n = 0; n < 4; n += 1) await limiter.take(key, windows);
    proxy.cut();
    await untilMode(limiter, 'local');
    expect(await limiter.take(key, windows)).toMatchObject({ allowed: false });
  });

  test('a cap is divided among processes, and ids seen today do not count again', async () => {
    const { proxy, limiter } = await openCuttable(3);
    proxy.cut();
    const cap = { what: 'people', perDay: 10 } as const;
    const key = randomUUID();
    expect((await limiter.see(key, cap, ['a', 'b', 'b', 'c'])).allowed).toBe(true);
    const refused = await limiter.see(key, cap, ['a', 'd']);
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterMs).toBeGreaterThan(0);
    expect((await limiter.see(key, cap, ['c', 'a'])).allowed).toBe(true);
    expect(limiter.outcomes.map(({ limit, mode }) => `${limit} ${mode}`)).toEqual(Array(3).fill('people local'));
  });

  test('a process that was busy itself does not blame Redis', async () => {
    const { limiter } = await openCuttable();
    const taken = limiter.take(randomUUID(), [perSecond(1, 1)]);
    const until = performance.now() + 150;
    while (performance.now() < until);
    await taken;
    expect(limiter.mode).toBe('shared');
  });

  test('scripts that Redis lost are loaded again at once', async () => {
    const limiter = openLimiter();
    await limiter.take('warm-up', [perSecond(1, 1)]);
    await redis.script('FLUSH');
    const taken = Array.from({ length: 3 }, () => limiter.take('after', [perSecond(1, 1)]));
    expect((await Promise.all(taken)).map(({ allowed }) => allowed)).toEqual([true, false, false]);
    expect(limiter.logged).toEqual([]);
  });

  test('a closed rate limiter closes its connection to Redis, and reports no failure', async () => {
    const { proxy, limiter } = await openCuttable();
    expect(proxy.openSockets()).toBe(2);
    limiter.close();
    await expect.poll(proxy.openSockets).toBe(0);
    expect(limiter.logged).toEqual([]);
  });
});
