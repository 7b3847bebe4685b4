import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from '../../../testing/src/processes/fleet.ts';
import { type Asked, askDuring, countOutcomes, isFailed } from '../../../testing/src/processes/steady-load.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { defineScenario } from '../scenarios/scenario.ts';
import { timeoutMs } from './traffic.ts';

interface Size {
  readonly rate: number;
  readonly seconds: number;
}

/** The result of one key at one multiple of its limit. */
interface Offered {
  readonly factor: number;
  readonly offered: number;
  readonly admitted: number;
  /** What the limit allows between the first request and the last response. */
  readonly most: number;
  /** What it allows between the first and the last request, at most the number of requests. */
  readonly least: number;
  /** Time from the last request to the last response. The longer it is, the less exact is `most`. */
  readonly lateMs: number;
  readonly failed: readonly Asked[];
  /** Decisions without Redis, because it did not respond in time: then processes may exceed the limit together. */
  readonly alone: number;
}

interface Seen extends Size {
  readonly offers: readonly Offered[];
}

/** Request rates, as multiples of the limit. */
const factors = [0.9, 1, 2, 10];
/** The share of the allowed requests that may be rejected. */
const tolerance = 0.01;
/** If it takes longer, or a process decides alone, the machine is too busy for the scenario. */
const mostLateMs = 500;
const mostAttempts = 5;

/** The burst is the number of requests of one second. */
const allowedIn = (rate: number, ms: number) => rate + (rate * ms) / 1000;

async function readAlone({ target }: Fleet): Promise<number> {
  const reading = target().members.map((member) => member.read('orgdex_limit_decisions_total', 'mode="local"'));
  return (await Promise.all(reading)).reduce((sum, count) => sum + count, 0);
}

async function offerOnce(fleet: Fleet, { rate, seconds }: Size, factor: number): Promise<Offered> {
  const key = await fleet.admin.issueKey({ rate, burst: rate });
  const alone = await readAlone(fleet);
  const offers = [{ key, perSecond: rate * factor }];
  const asked = await askDuring({ ...fleet.target(), offers, timeoutMs }, () => sleep(seconds * 1000));
  const first = asked[0]?.began ?? 0;
  const last = { began: asked.at(-1)?.began ?? 0, ended: asked.reduce((late, one) => Math.max(late, one.ended), 0) };
  return {
    ...{ factor, offered: asked.length },
    admitted: asked.filter(({ status }) => status !== 429).length,
    most: Math.floor(allowedIn(rate, last.ended - first)),
    least: Math.min(asked.length, allowedIn(rate, last.began - first)) * (1 - tolerance),
    lateMs: last.ended - last.began,
    failed: asked.filter(isFailed),
    alone: (await readAlone(fleet)) - alone,
  };
}

/** Offers again if the machine was too busy. */
async function offer(fleet: Fleet, size: Size, factor: number): Promise<Offered> {
  for (let attempt = 1; ; attempt += 1) {
    const seen = await offerOnce(fleet, size, factor);
    if ((seen.lateMs <= mostLateMs && seen.alone === 0) || attempt === mostAttempts) return seen;
  }
}

export const rateLimit = defineScenario<Size, Seen>({
  name: 'rate-limit',
  title: 'all processes together enforce the limit of a key: never above, at most 1 % below',
  sizes: { full: { rate: 100, seconds: 30 }, small: { rate: 50, seconds: 3 } },
  async run({ fleet }, size) {
    await fleet.serve();
    const offers: Offered[] = [];
    for (const factor of factors) offers.push(await offer(fleet, size, factor));
    return { ...size, offers };
  },
  expect: ({ offers }) =>
    offers.flatMap(({ factor, admitted, most, failed, alone }) => [
      ...violationIf(
        admitted > most && alone === 0,
        `${factor} × the limit: ${admitted} admitted, ${admitted - most} over ${most}`,
      ),
      ...violationIf(failed.length > 0, `${factor} × the limit: ${countOutcomes(failed)}`),
    ]),
  expectTimes: ({ offers }) =>
    offers.flatMap(({ factor, admitted, least, lateMs, alone }) => [
      ...violationIf(admitted < least, `${factor} × the limit: ${admitted} admitted, under ${least.toFixed(1)}`),
      ...violationIf(
        lateMs > mostLateMs,
        `${factor} × the limit: the last response arrived after ${Math.round(lateMs)} ms: the machine is too busy`,
      ),
      ...violationIf(
        alone > 0,
        `${factor} × the limit: ${alone} requests were decided without Redis, although it was available`,
      ),
    ]),
  describe: ({ offers, rate, seconds }) =>
    `${rate}/s, burst ${rate}, ${seconds} s each; ${offers
      .map(
        ({ factor, offered, admitted, most }) =>
          `${factor} ×: ${admitted} of ${offered} admitted, at most ${most} allowed`,
      )
      .join('; ')}`,
});
