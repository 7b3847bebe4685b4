import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AdmissionModel, type Limits } from '../../../../testing/src/access/admission-model.ts';
import { Admission } from './admission.ts';
import type { Job } from './admission-queue.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const limits = fc.record({
  limit: fc.constantFrom(1, 2, 3, 4, 8, 9),
  queue: fc.constantFrom(0, 1, 3, 6, 10),
  waitMs: fc.constantFrom(5, 15),
});
interface Step extends Job {
  readonly does: 'enter' | 'leave' | 'pass';
  readonly n: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('enter', 'enter', 'enter', 'leave', 'leave', 'pass'),
  kind: fc.constantFrom('lookup', 'lookup', 'search', 'search', 'other'),
  key: fc.constantFrom('a', 'a', 'a', 'b', 'b', 'c', 'd'),
  n: fc.nat(20),
});

type Told = { readonly id: number; readonly leave?: () => void };

/** Runs the steps and reports them to the model in the order in which they happened. */
class Replay {
  readonly #model: AdmissionModel;
  readonly #admission: Admission;
  readonly #leaves = new Map<number, () => void>();
  #told: Told[] = [];
  #ids = 0;

  constructor(given: Limits) {
    this.#model = new AdmissionModel(given);
    this.#admission = new Admission(given);
  }

  async do({ does, kind, key, n }: Step): Promise<void> {
    if (does === 'enter') await this.#enter({ kind, key });
    else if (does === 'pass') for (let ms = 0; ms < n; ms += 1) await this.#pass();
    else await this.#leave(this.#model.inside[n % Math.max(1, this.#model.inside.length)]);
  }

  async finish(): Promise<void> {
    for (let ms = 0; ms < 16; ms += 1) await this.#pass();
    for (const id of this.#model.inside) await this.#leave(id);
    if (!this.#model.isEmpty()) throw new Error('A waiting request was never admitted or rejected');
  }

  async #enter(job: Job): Promise<void> {
    this.#ids += 1;
    const id = this.#ids;
    this.#model.came({ ...job, id, cameAt: performance.now() });
    this.#admission.enter(job).then(
      (leave) => this.#told.push({ id, leave }),
      () => this.#told.push({ id }),
    );
    await this.#tell(id);
  }

  async #leave(id: number | undefined): Promise<void> {
    if (id === undefined) return;
    this.#model.left(id);
    this.#leaves.get(id)?.();
    // Releasing twice frees one place.
    this.#leaves.get(id)?.();
    await this.#tell();
  }

  async #pass(): Promise<void> {
    vi.advanceTimersByTime(1);
    await this.#tell();
  }

  async #tell(newcomer?: number): Promise<void> {
    await Promise.resolve();
    for (const { id, leave } of this.#told) {
      if (leave) this.#model.letIn(id, newcomer);
      else this.#model.refused(id, { now: performance.now(), newcomer });
      if (leave) this.#leaves.set(id, leave);
    }
    this.#told = [];
    this.#model.checkRest(performance.now());
  }
}

test('10,000 sequences: limits hold, turns are kept, no request waits needlessly or too long', async () => {
  await fc.assert(
    fc.asyncProperty(limits, fc.array(step, { minLength: 5, maxLength: 40 }), async (given, steps) => {
      vi.clearAllTimers();
      const replay = new Replay(given);
      for (const one of steps) await replay.do(one);
      await replay.finish();
    }),
    { numRuns: 10_000 },
  );
});

/** Sends the next request as soon as one is completed or rejected, with a given concurrency and duration. */
function keepAsking(admission: Admission, job: Job, { atOnce, serviceMs }: { atOnce: number; serviceMs: number }) {
  const counts = { served: 0, refused: 0 };
  const ask = (): void => {
    admission.enter(job).then(
      (leave) => {
        counts.served += 1;
        setTimeout(() => {
          leave();
          ask();
        }, serviceMs);
      },
      () => {
        counts.refused += 1;
        setTimeout(ask, 1);
      },
    );
  };
  for (let n = 0; n < atOnce; n += 1) ask();
  return counts;
}

describe('no key or kind of request starves', () => {
  const given = { limit: 16, queue: 32, waitMs: 15 };

  test('a lookup is admitted at once, however many searches wait', async () => {
    const admission = new Admission(given);
    keepAsking(admission, { kind: 'search', key: 'a' }, { atOnce: 40, serviceMs: 10 });
    keepAsking(admission, { kind: 'search', key: 'b' }, { atOnce: 40, serviceMs: 10 });
    for (let n = 0; n < 100; n += 1) {
      await vi.advanceTimersByTimeAsync(1);
      let isIn = false;
      void admission.enter({ kind: 'lookup', key: 'c' }).then((leave) => {
        isIn = true;
        leave();
      });
      await Promise.resolve();
      expect(isIn).toBe(true);
    }
    vi.clearAllTimers();
  });

  test('a search is served, however many lookups wait', async () => {
    const admission = new Admission(given);
    keepAsking(admission, { kind: 'lookup', key: 'a' }, { atOnce: 100, serviceMs: 10 });
    const polite = keepAsking(admission, { kind: 'search', key: 'b' }, { atOnce: 1, serviceMs: 10 });
    await vi.advanceTimersByTimeAsync(200);
    expect(polite).toEqual({ served: expect.toSatisfy((n) => n >= 19), refused: 0 });
    vi.clearAllTimers();
  });

  test('a key with few requests is served beside one that floods, and two that flood get equal shares', async () => {
    const admission = new Admission(given);
    const job = (key: string) => ({ kind: 'lookup', key }) as const;
    const greedy = keepAsking(admission, job('a'), { atOnce: 60, serviceMs: 5 });
    const rival = keepAsking(admission, job('b'), { atOnce: 30, serviceMs: 5 });
    const polite = keepAsking(admission, job('c'), { atOnce: 1, serviceMs: 5 });
    await vi.advanceTimersByTimeAsync(200);
    expect(polite.refused).toBe(0);
    expect(polite.served).toBeGreaterThan(15);
    expect(greedy.served / rival.served).toBeCloseTo(1, 1);
    vi.clearAllTimers();
  });
});

test('a request that is admitted at once needs no timer', async () => {
  vi.clearAllTimers();
  const admission = new Admission({ limit: 4, queue: 4 });
  const leave = await admission.enter({ kind: 'lookup', key: 'a' });
  expect(vi.getTimerCount()).toBe(0);
  leave();
});

test('a rejected request says to retry after a second', async () => {
  const admission = new Admission({ limit: 1, queue: 0 });
  await admission.enter({ kind: 'lookup', key: 'a' });
  await expect(admission.enter({ kind: 'lookup', key: 'b' })).rejects.toMatchObject({
    code: 'overloaded',
    details: { retryAfter: 1 },
  });
});
