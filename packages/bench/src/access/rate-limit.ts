import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from '../../../testing/src/processes/fleet.ts';
import { definePromise, when } from '../../../testing/src/processes/promise.ts';
import { type Asked, askDuring, countOutcomes, isFailed } from '../../../testing/src/processes/steady-load.ts';

interface Size {
  rate: number;
  seconds: number;
  /** Request rates, as multiples of the limit. */
  factors: number[];
}

/** The result of one key at one multiple of its limit. */
interface Offered {
  factor: number;
  offered: number;
  admitted: number;
  /** What the limit allows between the first request and the last response. */
  most: number;
  /** What it allows between the first and the last request, at most the number of requests. */
  least: number;
  /** Time from the last request to the last response. The longer it is, the less exact is `most`. */
  lateMs: number;
  failed: Asked[];
  /** Decisions without Redis, because it did not respond in time. */
  alone: number;
  /** How often it was tried: again if the machine was too busy. Processes that decide alone may exceed the limit. */
  attempts: number;
}

interface Result extends Size {
  offers: Offered[];
}

const factors = [0.9, 1, 2, 10];
/** The share of the allowed requests that may be rejected. */
const tolerance = 0.01;

/** If it takes longer, the machine is too busy for the test. */
const mostLateMs = 500;
const mostAttempts = 5;

/** The burst is the number of requests of one second. */
const allowedIn = (rate: number, ms: number) => rate + (rate * ms) / 1000;

async function readAlone({ target }: Fleet): Promise<number> {
  const reading = target().members.map((member) => member.read('orgdex_limit_decisions_total', 'mode="local"'));
  return (await Promise.all(reading)).reduce((sum, count) => sum + count, 0);
}

async function offerOnce(fleet: Fleet, { rate, seconds }: Size, factor: number): Promise<Omit<Offered, 'attempts'>> {
  const key = await fleet.admin.issueKey({ rate, burst: rate });
  const alone = await readAlone(fleet);
  const offers = [{ key, perSecond: rate * factor }];
  const asked = await askDuring({ ...fleet.target(), offers }, () => sleep(seconds * 1000));
  const first = asked[0]?.began ?? 0;
  const last = { began: asked.at(-1)?.began ?? 0, ended: asked.reduce((late, one) => Math.max(late, one.ended), 0) };
  return {
    factor,
    offered: asked.length,
    admitted: asked.filter(({ status }) => status !== 429).length,
    most: Math.floor(allowedIn(rate, last.ended - first)),
    least: Math.min(asked.length, allowedIn(rate, last.began - first)) * (1 - tolerance),
    lateMs: last.ended - last.began,
    failed: asked.filter(isFailed),
    alone: (await readAlone(fleet)) - alone,
  };
}

/** Why a trial says nothing about the limit. */
const busyReasons = ({ factor, lateMs, alone }: Pick<Offered, 'factor' | 'lateMs' | 'alone'>): string[] => [
  ...when(
    lateMs > mostLateMs,
    `${factor} × the limit: the last response arrived after ${Math.round(lateMs)} ms: the machine is too busy for the test`,
  ),
  ...when(alone > 0, `${factor} × the limit: ${alone} requests were decided without Redis, although it was available`),
];

async function offer(fleet: Fleet, size: Size, factor: number): Promise<Offered> {
  for (let attempts = 1; ; attempts += 1) {
    const seen = { ...(await offerOnce(fleet, size, factor)), attempts };
    const isWrong = seen.admitted > seen.most && seen.alone === 0;
    if (busyReasons(seen).length === 0 || isWrong || attempts === mostAttempts) return seen;
  }
}

export const rateLimit = definePromise<Size, Result>({
  name: 'rate-limit',
  says: 'all processes together enforce the limit of a key: never above, at most 1 % below',
  sizes: {
    full: { rate: 100, seconds: 30, factors },
    small: { rate: 50, seconds: 3, factors },
    tiny: { rate: 50, seconds: 2, factors: [10] },
  },
  breakages: [
    {
      what: 'each process counts separately',
      changes: [
        {
          file: 'app.ts',
          from: 'prefix: config.ORGDEX_INDEX_PREFIX,',
          to: 'prefix: config.ORGDEX_INDEX_PREFIX + process.pid,',
        },
      ],
      seen: /over/,
    },
  ],
  async run({ fleet, build }, size) {
    await fleet.serve({ build });
    const offers: Offered[] = [];
    for (const factor of size.factors) offers.push(await offer(fleet, size, factor));
    return { ...size, offers };
  },
  judge: ({ offers }) =>
    offers.flatMap(({ factor, admitted, most, least, failed, ...rest }) => [
      ...when(admitted > most, `${factor} × the limit: ${admitted} admitted, ${admitted - most} over ${most}`),
      ...when(admitted < least, `${factor} × the limit: ${admitted} admitted, under ${least.toFixed(1)}`),
      ...busyReasons({ factor, ...rest }),
      ...when(failed.length > 0, `${factor} × the limit: ${countOutcomes(failed)}`),
    ]),
  tell: ({ offers, rate, seconds }) =>
    `${rate}/s, burst ${rate}, ${seconds} s each; ${offers
      .map(
        ({ factor, offered, admitted, most, attempts }) =>
          `${factor} ×: ${admitted} of ${offered} admitted, at most ${most} allowed${attempts > 1 ? `, attempt ${attempts}` : ''}`,
      )
      .join('; ')}`,
});
