import { setTimeout as sleep } from 'node:timers/promises';
import { areShared, becomes } from '../../../server/test/support/processes/fleet.ts';
import { when } from '../../../server/test/support/processes/promise.ts';
import { type Asked, countOutcomes, isFailed, now } from '../../../server/test/support/processes/steady-load.ts';
import { defineFault, dueBetween, type FaultSize, ms, openLoad, p99Of, watchClients } from './fault.ts';

interface Size extends FaultSize {
  readonly restarts: number;
  readonly baselineSeconds: number;
  readonly slackMs: number;
}

interface Result extends Size {
  readonly requests: number;
  readonly failed: readonly Asked[];
  readonly baseline: number;
  /** The p99 from each restart until the limits were shared again, in ms. */
  readonly during: readonly number[];
  readonly areSharedAgain: boolean;
}

const sharedWithinMs = 30_000;
const quietMs = 2000;
const timesBaseline = 2;

export const redisRestarted = defineFault<Size, Result>({
  name: 'redis-restarted',
  says: 'a restart of Redis fails no request, and the p99 stays within twice the p99 before',
  sizes: {
    full: { perSecond: 300, restarts: 5, baselineSeconds: 30, slackMs: 50 },
    small: { perSecond: 30, restarts: 1, baselineSeconds: 5, slackMs: 2000 },
    tiny: { perSecond: 60, restarts: 1, baselineSeconds: 3, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'a request waits for a lost connection',
      changes: [
        {
          file: 'limiter/redis-connection.ts',
          from: "if (this.#mode === 'local') return undefined;",
          to: "for (let tries = 0; this.#mode === 'local' && tries < 60; tries += 1) await new Promise((go) => setTimeout(go, 100));",
        },
      ],
      seen: /p99|failed/,
    },
  ],
  async run(stage, size) {
    const { fleet } = stage;
    const load = await openLoad(stage, size);
    const times = { began: 0, ended: 0 };
    const periods: { from: number; to: number }[] = [];
    let areSharedAgain = true;
    const asked = await watchClients(stage, load, async () => {
      times.began = now();
      // Starting stores takes processor time, so the p99 before includes it.
      await stage.engines.up();
      await sleep(size.baselineSeconds * 1000);
      times.ended = now();
      for (let turn = 0; turn < size.restarts; turn += 1) {
        const from = now();
        await fleet.faults.redis.begin();
        await fleet.faults.redis.end();
        areSharedAgain &&= await becomes(() => areShared(load.members), sharedWithinMs);
        await sleep(quietMs);
        periods.push({ from, to: now() });
      }
    });
    return {
      ...size,
      requests: asked.length,
      failed: asked.filter(isFailed),
      baseline: p99Of(dueBetween(asked, times.began, times.ended)),
      during: periods.map(({ from, to }) => p99Of(dueBetween(asked, from, to))),
      areSharedAgain,
    };
  },
  judge: ({ requests, failed, baseline, during, areSharedAgain, slackMs }) => [
    ...when(requests === 0, 'no request was sent'),
    ...when(failed.length > 0, `failed: ${countOutcomes(failed)}`),
    ...during
      .filter((p99) => !(p99 <= timesBaseline * baseline + slackMs))
      .map((p99) => `p99 of ${ms(p99)} during a restart, ${ms(baseline)} before`),
    ...when(!areSharedAgain, 'the limits were not shared again afterwards'),
  ],
  tell: ({ perSecond, restarts, requests, failed, baseline, during }) =>
    `${restarts} × Redis killed and restarted, ${perSecond} requests/s: ${failed.length} of ${requests} failed; ` +
    `p99 ${ms(baseline)} before, ${during.map(ms).join(', ')} during a restart`,
});
