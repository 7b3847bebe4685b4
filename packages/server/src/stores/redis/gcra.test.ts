import { planLimits } from '@orgdex/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { charge, paceOf, shareOf, toDecision, type Window } from './gcra.ts';

const epochUs = 1_790_000_000_000_000;
const dayMs = 86_400_000;

const secondWindow = fc
  .record({ quota: fc.constantFrom(1, 3, 7, 50, 999, 9_999, planLimits.rate), burst: fc.integer({ min: 1, max: 9 }) })
  .map(({ quota, burst }): Window => ({ name: 'second', quota, windowMs: 1000, burst }));
const dayWindow = fc
  .constantFrom(1, 2, 5, 11)
  .map((quota): Window => ({ name: 'day', quota, windowMs: dayMs, burst: quota }));
const windowSets = fc.oneof(
  fc.tuple(secondWindow),
  fc.tuple(dayWindow),
  fc.tuple(secondWindow, dayWindow),
) satisfies fc.Arbitrary<Window[]>;

/** Time until the next request, mostly near the moment when a window has room again. */
const pauses = fc.tuple(fc.constantFrom(0, 0, 0.5, 1, 1, 3), fc.constantFrom(0, 1), fc.integer({ min: -2, max: 2 }));
const sequences = fc.tuple(windowSets, fc.array(pauses, { minLength: 1, maxLength: 40 }));
type Sequence = [Window[], [number, number, number][]];
/** A batch costs as much as several requests. */
const costs = fc.array(fc.constantFrom(1, 1, 1, 2, 5, 10), { minLength: 40, maxLength: 40 });

/** An independent reference: token buckets of integers. A request costs `price` tokens; each microsecond adds one. */
class Buckets {
  readonly #buckets: { price: bigint; size: bigint; level: bigint }[];
  #nowUs = BigInt(epochUs);

  constructor(windows: readonly Window[]) {
    this.#buckets = windows.map(({ quota, windowMs, burst }) => {
      const price = (BigInt(windowMs) * 1000n + BigInt(quota) - 1n) / BigInt(quota);
      return { price, size: price * BigInt(burst), level: price * BigInt(burst) };
    });
  }

  request(nowUs: number, cost = 1): { allowed: boolean; remaining: number[] } {
    for (const bucket of this.#buckets) {
      bucket.level += BigInt(nowUs) - this.#nowUs;
      if (bucket.level > bucket.size) bucket.level = bucket.size;
    }
    this.#nowUs = BigInt(nowUs);
    // A cost above the burst is the burst.
    const priceOf = ({ price, size }: { price: bigint; size: bigint }) => {
      const whole = price * BigInt(cost);
      return whole < size ? whole : size;
    };
    const allowed = this.#buckets.every((bucket) => bucket.level >= priceOf(bucket));
    if (allowed) for (const bucket of this.#buckets) bucket.level -= priceOf(bucket);
    return { allowed, remaining: this.#buckets.map(({ level, price }) => Number(level / price)) };
  }
}

function* replay([plain, steps]: Sequence, costs: readonly number[] = []) {
  let nowUs = epochUs;
  let state: readonly number[] = plain.map(() => 0);
  for (const [at, [intervals, of, jitter]] of steps.entries()) {
    const { intervalUs } = paceOf(plain[of] ?? (plain[0] as Window));
    nowUs += Math.max(0, Math.floor(intervals * intervalUs) + jitter);
    const before = state;
    const cost = costs[at] ?? 1;
    const windows = plain.map((window) => ({ ...window, cost }));
    const charged = charge(windows, state, nowUs);
    state = charged.wholeAtUs;
    yield { nowUs, before, cost, charged, decision: toDecision(windows, charged) };
  }
}

const runs = { numRuns: 10_000 };

describe('10,000 sequences with a simulated clock', () => {
  test('every decision equals that of exact token buckets: all windows are charged, or none', () => {
    fc.assert(
      fc.property(sequences, costs, (sequence, costsOf) => {
        const buckets = new Buckets(sequence[0]);
        for (const { nowUs, cost, decision } of replay(sequence, costsOf)) {
          const expected = buckets.request(nowUs, cost);
          const remaining = decision.windows.map((window) => window.remaining);
          if (decision.allowed !== expected.allowed || String(remaining) !== String(expected.remaining))
            throw new Error(`${JSON.stringify(decision)}, but ${JSON.stringify(expected)} is right`);
        }
      }),
      runs,
    );
  });

  test('between any two points in time, at most the burst plus the quota of the time between is admitted', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        const admittedUs = [...replay(sequence)].filter((step) => step.charged.allowed).map((step) => step.nowUs);
        for (const { quota, windowMs, burst } of sequence[0]) {
          for (let i = 0; i < admittedUs.length; i += 1)
            for (let j = i; j < admittedUs.length; j += 1) {
              const elapsedUs = (admittedUs[j] ?? 0) - (admittedUs[i] ?? 0);
              // In integers, so that nothing is lost to rounding.
              if ((j - i + 1 - burst) * windowMs * 1000 > quota * elapsedUs)
                throw new Error(`${j - i + 1} is too many`);
            }
        }
      }),
      runs,
    );
  });

  test('a rejected request changes nothing, and says to the microsecond when the next will be admitted', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        const [windows] = sequence;
        for (const { nowUs, before, charged, decision } of replay(sequence)) {
          if (charged.allowed) {
            if (decision.retryAfterMs !== 0) throw new Error('An allowed request has nothing to wait for');
            continue;
          }
          const passUs = nowUs + Math.round(decision.retryAfterMs * 1000);
          if (charge(windows, charged.wholeAtUs, passUs - 1).allowed) throw new Error('It would pass before');
          if (!charge(windows, charged.wholeAtUs, passUs).allowed) throw new Error('It would not pass yet');
          const untouched = charge(windows, before, passUs);
          const touched = charge(windows, charged.wholeAtUs, passUs);
          if (String(untouched.wholeAtUs) !== String(touched.wholeAtUs)) throw new Error('The refused one was charged');
        }
      }),
      runs,
    );
  });
});

test('a window has its full quota again exactly when it said', () => {
  const window: Window = { name: 'second', quota: 7, windowMs: 1000, burst: 3 };
  const charged = charge([window], charge([window], [0], epochUs).wholeAtUs, epochUs + 10);
  const [state] = toDecision([window], charged).windows;
  const wholeUs = epochUs + 10 + Math.round((state?.resetMs ?? 0) * 1000);
  const remainingAt = (nowUs: number) => toDecision([window], { ...charged, nowUs }).windows[0]?.remaining;
  expect(state?.remaining).toBe(1);
  expect([remainingAt(wholeUs - 1), remainingAt(wholeUs)]).toEqual([2, 3]);
});

test('no plan gets more than its quota, or more than a hundredth less', () => {
  // More per day than the highest rate allows cannot be reached anyway.
  const perDay = Math.min(planLimits.perDay, planLimits.rate * 86_400);
  const plans = fc.oneof(
    fc.record({ quota: fc.integer({ min: 1, max: planLimits.rate }), windowMs: fc.constant(1000) }),
    fc.record({ quota: fc.integer({ min: 1, max: perDay }), windowMs: fc.constant(dayMs) }),
  );
  fc.assert(
    fc.property(plans, ({ quota, windowMs }) => {
      const { intervalUs } = paceOf({ name: 'second', quota, windowMs, burst: 1 });
      const granted = (windowMs * 1000) / intervalUs;
      expect(granted).toBeLessThanOrEqual(quota);
      expect(granted).toBeGreaterThan(quota * 0.99);
    }),
    { numRuns: 2000 },
  );
});

test('a clock adjustment or a new plan never locks a key out for longer than a full burst takes', () => {
  const window: Window = { name: 'second', quota: 10, windowMs: 1000, burst: 5 };
  const charged = charge([window], [epochUs + 3_600_000_000], epochUs);
  expect(toDecision([window], charged)).toMatchObject({ allowed: false, retryAfterMs: 100 });
});

test('the shares of all processes add up to the limit, but each may grant at least one', () => {
  const window: Window = { name: 'second', quota: 10, windowMs: 1000, burst: 20 };
  expect(shareOf(window, 1)).toEqual(window);
  expect(shareOf(window, 4)).toEqual({ ...window, quota: 2.5, burst: 5 });
  expect(shareOf(window, 40)).toEqual({ ...window, quota: 0.25, burst: 1 });
});
