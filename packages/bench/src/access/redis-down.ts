import { setTimeout as sleep } from 'node:timers/promises';
import { areShared, becomes, type Fleet, type Outage } from '../../../testing/src/processes/fleet.ts';
import { type Asked, askDuring, countOutcomes, isFailed, now } from '../../../testing/src/processes/steady-load.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { defineScenario } from '../scenarios/scenario.ts';
import { timeoutMs } from './traffic.ts';

interface Size {
  /** The limit of the key that sends twice as many requests. The other keys send this many, below their limits. */
  readonly rate: number;
  readonly others: number;
  readonly outageSeconds: number;
}

interface Seen extends Size {
  readonly failed: readonly Asked[];
  /** Rejected requests of the other keys. */
  readonly rejected: number;
  /** Admitted requests of the key above its limit, while every process decided alone. */
  readonly admitted: number;
  readonly seconds: number;
  readonly wereAlone: boolean;
  readonly areSharedAgain: boolean;
}

const quietMs = 2000;
/** How long processes may take to notice that Redis is gone, or back. */
const noticedWithinMs = 60_000;
/** The multiple of its limit that a key may get during the outage. */
const excess = 1.5;
/** The share of its limit that it must get, because rejecting everything also enforces every limit. */
const least = 0.5;

async function lose(fleet: Fleet, size: Size, outage: Outage): Promise<Seen> {
  const { rate, others, outageSeconds } = size;
  const { members } = fleet.target();
  const over = await fleet.admin.issueKey({ rate, burst: rate });
  const offers = [{ key: over, perSecond: 2 * rate }];
  const more = Math.ceil(rate * 1.25);
  while (offers.length <= others)
    offers.push({ key: await fleet.admin.issueKey({ rate: more, burst: more }), perSecond: rate });
  const times = { began: 0, ended: 0 };
  const modes = { wereAlone: false, areSharedAgain: false };
  const asked = await askDuring({ ...fleet.target(), offers, timeoutMs }, async () => {
    await sleep(quietMs);
    times.began = now();
    await outage.begin();
    modes.wereAlone = await becomes(() => areShared(members, 0), noticedWithinMs);
    await sleep(outageSeconds * 1000);
    await outage.end();
    times.ended = now();
    modes.areSharedAgain = await becomes(() => areShared(members), noticedWithinMs);
    await sleep(quietMs);
  });
  const meanwhile = asked.filter(({ began }) => began >= times.began && began <= times.ended);
  return {
    ...size,
    ...modes,
    failed: asked.filter(isFailed),
    rejected: asked.filter(({ key, status }) => key !== over && status === 429).length,
    admitted: meanwhile.filter(({ key, status }) => key === over && status !== 429).length,
    seconds: (times.ended - times.began) / 1000,
  };
}

const facts = {
  sizes: {
    full: { rate: 50, others: 4, outageSeconds: 60 },
    small: { rate: 20, others: 2, outageSeconds: 6 },
  },
  expect({ rate, failed, admitted, seconds, wereAlone, areSharedAgain }: Seen): string[] {
    const most = Math.floor(excess * (rate + rate * seconds));
    return [
      ...violationIf(failed.length > 0, `failed: ${countOutcomes(failed)}`),
      ...violationIf(admitted > most, `${admitted} admitted while Redis was down, more than ${most}`),
      ...violationIf(!wereAlone, 'a process did not detect that Redis was down'),
      ...violationIf(!areSharedAgain, 'the limits were not shared again afterwards'),
    ];
  },
  expectTimes({ rate, rejected, admitted, seconds }: Seen): string[] {
    const fewest = least * rate * seconds;
    return [
      ...violationIf(rejected > 0, `${rejected} requests within the limit of their key were rejected`),
      ...violationIf(admitted < fewest, `${admitted} admitted while Redis was down, fewer than ${fewest}`),
    ];
  },
  describe: ({ rate, others, failed, admitted, seconds }: Seen) =>
    `Redis down for ${Math.round(seconds)} s, a key of ${rate}/s at twice its limit and ${others} within their limits: ` +
    `${failed.length} failed, ${admitted} admitted, the limit is ${Math.floor(rate + rate * seconds)}`,
};

export const redisKilled = defineScenario<Size, Seen>({
  name: 'redis-killed',
  title:
    'while Redis is down no request fails, no key gets more than 1.5 × its limit, and limits are shared again afterwards',
  ...facts,
  async run({ fleet }, size) {
    await fleet.serve();
    return lose(fleet, size, fleet.faults.redis);
  },
});

export const redisSilent = defineScenario<Size, Seen>({
  name: 'redis-silent',
  title: 'the same while Redis accepts requests and does not respond',
  ...facts,
  async run({ fleet }, size) {
    await fleet.serve({ hasHoles: true });
    return lose(fleet, size, fleet.faults.redisHole);
  },
});
