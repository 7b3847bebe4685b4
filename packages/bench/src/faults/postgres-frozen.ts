import { setTimeout as sleep } from 'node:timers/promises';
import { when } from '../../../server/test/support/processes/promise.ts';
import { type Asked, countOutcomes, isFailed, now } from '../../../server/test/support/processes/steady-load.ts';
import { defineFault, dueBetween, type FaultSize, ms, openLoad, p99Of, watchClients } from './fault.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly frozenSeconds: number;
  readonly slackMs: number;
}

interface Result extends Size {
  readonly requests: number;
  readonly failed: readonly Asked[];
  /** In ms. */
  readonly baseline: number;
  readonly meanwhile: number;
}

const timesBaseline = 3;
const quietMs = 3000;

export const postgresFrozen = defineFault<Size, Result>({
  name: 'postgres-frozen',
  says: 'while PostgreSQL is frozen, keys in use keep working, and the p99 stays within three times the p99 before',
  sizes: {
    full: { perSecond: 300, baselineSeconds: 30, frozenSeconds: 60, slackMs: 0 },
    small: { perSecond: 30, baselineSeconds: 4, frozenSeconds: 8, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, frozenSeconds: 8, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'a key in use expires from the cache after a second',
      changes: [{ file: 'access/key-cache.ts', from: 'outageMs: 5 * 60_000', to: 'outageMs: 1000' }],
      seen: /failed/,
    },
  ],
  async run(stage, size) {
    const { engines } = stage;
    const times = { began: 0, frozen: 0, thawed: 0 };
    const asked = await watchClients(stage, await openLoad(stage, size), async () => {
      times.began = now();
      await sleep(size.baselineSeconds * 1000);
      times.frozen = now();
      engines.freezePostgres();
      try {
        await sleep(size.frozenSeconds * 1000);
      } finally {
        engines.thawPostgres();
      }
      times.thawed = now();
      await sleep(quietMs);
    });
    return {
      ...size,
      requests: asked.length,
      failed: asked.filter(isFailed),
      baseline: p99Of(dueBetween(asked, times.began, times.frozen)),
      meanwhile: p99Of(dueBetween(asked, times.frozen, times.thawed)),
    };
  },
  judge: ({ requests, failed, baseline, meanwhile, slackMs }) => [
    ...when(requests === 0, 'no request was sent'),
    ...when(failed.length > 0, `failed: ${countOutcomes(failed)}`),
    ...when(
      !(meanwhile <= timesBaseline * baseline + slackMs),
      `p99 of ${ms(meanwhile)} meanwhile, ${ms(baseline)} before`,
    ),
  ],
  tell: ({ perSecond, frozenSeconds, requests, failed, baseline, meanwhile }) =>
    `PostgreSQL frozen for ${frozenSeconds} s, ${perSecond} requests/s: ${failed.length} of ${requests} failed; ` +
    `p99 ${ms(baseline)} before, ${ms(meanwhile)} meanwhile`,
});
