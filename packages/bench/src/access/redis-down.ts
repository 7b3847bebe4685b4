import { setTimeout as sleep } from 'node:timers/promises';
import { areShared, becomes, type Fleet, type Outage } from '../../../testing/src/processes/fleet.ts';
import type { FleetKey } from '../../../testing/src/processes/fleet-admin.ts';
import { definePromise, type Stage, when } from '../../../testing/src/processes/promise.ts';
import { type Asked, askDuring, countOutcomes, isFailed, now } from '../../../testing/src/processes/steady-load.ts';

interface Size {
  /** The limit of the key that sends twice as many requests. The other keys send this many, below their limits. */
  rate: number;
  others: number;
  outageSeconds: number;
}

interface Result extends Size {
  failed: Asked[];
  /** Rejected requests of the other keys. */
  refused: number;
  /** Admitted requests of the key above its limit, during the outage. */
  admitted: number;
  seconds: number;
  sharedBefore: boolean;
  aloneMeanwhile: boolean;
  sharedAfter: boolean;
}

const beforeMs = 2000;
const afterMs = 2000;
/** The multiple of its limit that a key may get during the outage. */
const excess = 1.5;
/** The share of its limit that it must get, because rejecting everything also enforces every limit. */
const least = 0.5;

interface Keys {
  over: FleetKey;
  within: FleetKey[];
}

async function issueKeys({ admin }: Fleet, { rate, others }: Size): Promise<Keys> {
  const over = await admin.issueKey({ rate, burst: rate });
  const within: FleetKey[] = [];
  const more = Math.ceil(rate * 1.25);
  while (within.length < others) within.push(await admin.issueKey({ rate: more, burst: more }));
  return { over, within };
}

async function lose(fleet: Fleet, size: Size, outage: Outage): Promise<Result> {
  const { over, within } = await issueKeys(fleet, size);
  const { members } = fleet.target();
  const offers = [{ key: over, perSecond: 2 * size.rate }, ...within.map((key) => ({ key, perSecond: size.rate }))];
  const times = { began: 0, ended: 0 };
  const modes = { sharedBefore: false, aloneMeanwhile: false, sharedAfter: false };
  const asked = await askDuring({ ...fleet.target(), offers }, async () => {
    await sleep(beforeMs);
    // On a busy machine, a response of Redis can be late: a process then decides alone for a moment.
    modes.sharedBefore = await becomes(() => areShared(members), 15_000);
    times.began = now();
    await outage.begin();
    await sleep(size.outageSeconds * 1000);
    modes.aloneMeanwhile = await areShared(members, 0);
    await outage.end();
    times.ended = now();
    modes.sharedAfter = await becomes(() => areShared(members), 15_000);
    await sleep(afterMs);
  });
  const meanwhile = asked.filter(({ began }) => began >= times.began && began <= times.ended);
  return {
    ...size,
    ...modes,
    failed: asked.filter(isFailed),
    refused: asked.filter(({ key, status }) => key !== over && status === 429).length,
    admitted: meanwhile.filter(({ key, status }) => key === over && status !== 429).length,
    seconds: (times.ended - times.began) / 1000,
  };
}

function judge({ rate, failed, refused, admitted, seconds, ...modes }: Result): string[] {
  const most = Math.floor(excess * (rate + rate * seconds));
  const fewest = least * rate * seconds;
  return [
    ...when(failed.length > 0, `failed: ${countOutcomes(failed)}`),
    ...when(refused > 0, `${refused} requests within the limit of their key were rejected`),
    ...when(admitted > most, `${admitted} admitted while Redis was down, more than ${most}`),
    ...when(admitted < fewest, `${admitted} admitted while Redis was down, fewer than ${fewest}`),
    ...when(!modes.sharedBefore, 'the limits were not shared before'),
    ...when(!modes.aloneMeanwhile, 'a process did not detect that Redis was down'),
    ...when(!modes.sharedAfter, 'the limits were not shared again afterwards'),
  ];
}

const tell = ({ rate, others, failed, admitted, seconds }: Result) =>
  `Redis down for ${Math.round(seconds)} s, a key of ${rate}/s at twice its limit and ${others} within their limits: ` +
  `${failed.length} failed, ${admitted} admitted, the limit is ${Math.floor(rate + rate * seconds)}`;

const sizes = {
  full: { rate: 50, others: 4, outageSeconds: 60 },
  small: { rate: 20, others: 2, outageSeconds: 6 },
  tiny: { rate: 20, others: 1, outageSeconds: 7 },
};

export const redisKilled = definePromise<Size, Result>({
  name: 'redis-killed',
  says: 'while Redis is down no request fails, no key gets more than 1.5 × its limit, and limits are shared again afterwards',
  sizes,
  breakages: [
    {
      what: 'every request is admitted',
      changes: [
        {
          file: 'stores/redis/limiter.ts',
          from: 'this.#windows.take(keyId, windows, this.#processes())',
          to: '{ allowed: true, retryAfterMs: 0, windows: windows.map(({ name, burst }) => ({ name, remaining: burst, resetMs: 0 })) }',
        },
      ],
      seen: /more than/,
    },
  ],
  async run({ fleet, build }: Stage, size) {
    await fleet.serve({ build });
    return lose(fleet, size, fleet.faults.redis);
  },
  judge,
  tell,
});

export const redisSilent = definePromise<Size, Result>({
  name: 'redis-silent',
  says: 'the same while Redis accepts requests and does not respond',
  sizes,
  breakages: [
    {
      what: 'the process waits for its response',
      changes: [
        { file: 'stores/redis/redis-connection.ts', from: 'redisTimeoutMs = 48', to: 'redisTimeoutMs = 60_000' },
        { file: 'stores/redis/redis-connection.ts', from: 'const openMs = 800', to: 'const openMs = 60_000' },
      ],
      seen: /failed/,
    },
  ],
  async run({ fleet, build }, size) {
    await fleet.serve({ build, hasHoles: true });
    return lose(fleet, size, fleet.faults.redisHole);
  },
  judge,
  tell,
});
