import type { Scope } from '@orgdex/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  LifeDatabase,
  type LifeKey,
  lastGranted,
  lastSilent,
  type Mood,
  slowMs,
  wasValid,
} from '../../../../testing/src/access/key-lifecycle.ts';
import { Failure } from '../../core/errors/failure.ts';
import { KeyCache, keyTimes } from './key-cache.ts';
import { findCaller } from './keys.ts';

/** The guarantees. */
const notifiedMs = 1000;
const unnotifiedMs = 5000;
const { outageMs, askMs } = keyTimes;

type Answer = readonly Scope[] | 'key_unknown' | 'keys_unavailable';

interface Asked {
  readonly key: LifeKey;
  readonly began: number;
  ended?: { at: number; answer: Answer };
}

/** One process that checks keys, beside a database that changes. */
class Life {
  readonly database = new LifeDatabase();
  readonly asked: Asked[] = [];
  /** When a notification other than a revocation arrived. */
  readonly notified: number[] = [];
  readonly keys = new KeyCache({ readKey: (hash) => this.database.read(hash), capacity: 100 });

  pick(n: number): LifeKey {
    return this.database.keys[n % this.database.keys.length] as LifeKey;
  }

  ask(key: LifeKey): void {
    const asked: Asked = { key, began: Date.now() };
    this.asked.push(asked);
    const end = (answer: Answer) => {
      asked.ended = { at: Date.now(), answer };
    };
    findCaller({ keys: this.keys }, `Bearer ${key.text}`).then(
      ({ scopes }) => end(scopes),
      (error) => {
        if (error instanceof Failure) end(error.code as Answer);
      },
    );
  }

  /** Something changed; the notification may be lost. */
  change(isNotified: boolean): void {
    this.database.note();
    if (!isNotified) return;
    this.notified.push(Date.now());
    this.keys.hear('*');
  }

  revoke(key: LifeKey, isNotified: boolean): void {
    key.revoked = true;
    this.database.note();
    if (!isNotified) return;
    key.forgottenAt = Math.min(key.forgottenAt, Date.now());
    this.keys.hear(key.id);
  }
}

/** How long a stale result may be returned: since the notification, since the change, or since an outage. */
function checkAccepted({ database, notified }: Life, { key, began }: Asked, scopes: readonly Scope[]): void {
  const right = lastGranted(key, Date.now(), scopes);
  if (right >= began) return;
  expect(began).toBeLessThanOrEqual(key.forgottenAt);
  const silent = lastSilent(database, Date.now());
  const noticed = notified.find((at) => at >= right);
  const since = Math.max(silent, noticed ?? right);
  expect(Date.now() - since).toBeLessThanOrEqual(
    noticed === undefined || silent >= noticed ? unnotifiedMs : notifiedMs,
  );
  expect(Date.now() - right).toBeLessThanOrEqual(silent >= right - askMs ? outageMs + askMs : unnotifiedMs);
}

/** A key is not rejected if it is valid and was valid a moment ago, or since the notification. */
function checkRefused({ notified }: Life, { key, began }: Asked): void {
  const noticed = notified.findLast((at) => at < began) ?? 0;
  const from = Math.max(began - keyTimes.unknownMs - slowMs, noticed + 1);
  expect(wasValid(key, from, Date.now())).toBe(false);
}

/** Only during an outage or shortly after it, and only for a key that was not read recently. */
function checkUnavailable({ database }: Life, { key, began }: Asked): void {
  expect(began - lastSilent(database, Date.now())).toBeLessThanOrEqual(askMs + keyTimes.pauseMs + slowMs);
  const isTrusted = Date.now() - key.readGoodAt < outageMs && began < key.forgottenAt && key.readGoodAt <= began;
  if (isTrusted) expect(wasValid(key, key.readGoodAt, Date.now())).toBe(false);
}

function check(life: Life, asked: Asked, { at, answer }: NonNullable<Asked['ended']>): void {
  vi.setSystemTime(at);
  expect(at - asked.began).toBeLessThanOrEqual(askMs);
  if (answer === 'key_unknown') checkRefused(life, asked);
  else if (answer === 'keys_unavailable') checkUnavailable(life, asked);
  else checkAccepted(life, asked, answer);
}

/** Long enough for every pending promise to continue. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
}

/** From timer to timer, without the real clock: a hundred times as fast. */
async function pass(ms: number): Promise<void> {
  await settle();
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, ms);
  while (!isOver) {
    vi.advanceTimersToNextTimer();
    await settle();
  }
}

type Step = (life: Life) => unknown;

const which = fc.nat(7);
const noticed = fc.boolean();
const stretches = [0, 1, 300, 999, 1000, 1001, 2500, 3000, 3001, 5001];
const scopeSets: Scope[][] = [['company:read', 'people:search'], ['company:read'], []];
const moods: Mood[] = ['up', 'up', 'slow', 'refuses', 'hangs'];

const named = (name: string, step: Step): Step => Object.assign(step, { toString: () => name });

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: which.map((n) => named(`ask ${n}`, (life) => life.ask(life.pick(n)))) },
  { weight: 8, arbitrary: fc.constantFrom(...stretches).map((ms) => named(`pass ${ms}`, () => pass(ms))) },
  { weight: 1, arbitrary: fc.constantFrom(60_000, outageMs).map((ms) => named(`pass ${ms}`, () => pass(ms))) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...moods).map((mood) => named(mood, ({ database }) => database.setMood(mood))),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(undefined, 2000, 7000)
      .map((ms) => named(`issue ${ms}`, ({ database }) => database.issue(ms))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(which, noticed)
      .map(([n, h]) => named(`revoke ${n} ${h}`, (life) => life.revoke(life.pick(n), h))),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(which, fc.constantFrom(0, 2000, 8000), noticed).map(([n, overlap, h]) =>
      named(`rotate ${n} ${overlap} ${h}`, (life) => {
        const old = life.pick(n);
        life.database.issue();
        if (overlap === 0) return life.revoke(old, h);
        old.expiresAt = Math.min(old.expiresAt, Date.now() + overlap);
        life.change(h);
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.boolean(), noticed).map(([suspended, h]) =>
      named(`suspended ${suspended} ${h}`, (life) => {
        life.database.suspended = suspended;
        life.change(h);
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...scopeSets), noticed).map(([scopes, h]) =>
      named(`plan [${scopes}] ${h}`, (life) => {
        life.database.planScopes = scopes;
        life.change(h);
      }),
    ),
  },
);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a key is never accepted longer than guaranteed, nor rejected while it is valid and can be read', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 40 }), async (sequence) => {
      vi.clearAllTimers();
      const life = new Life();
      life.database.issue();
      for (const step of sequence) {
        await step(life);
        // No two events happen in the same millisecond, so that their order is known.
        await pass(1);
      }
      await pass(askMs + slowMs);
      life.keys.stop();
      for (const asked of life.asked) {
        expect(asked.ended).toBeDefined();
        if (!asked.ended) continue;
        seen.add(String(asked.ended.answer));
        check(life, asked, asked.ended);
      }
    }),
    { numRuns: 3500 },
  );
  expect([...seen].sort()).toEqual([
    '',
    'company:read',
    'company:read,people:search',
    'key_unknown',
    'keys_unavailable',
  ]);
});
