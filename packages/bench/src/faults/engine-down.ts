import { setTimeout as sleep } from 'node:timers/promises';
import { when } from '../../../testing/src/processes/promise.ts';
import type { Asked } from '../../../testing/src/processes/steady-load.ts';
import { dueBetween, isSuccess, ms, p99Of } from './clients.ts';
import { nodeNames, restoreCluster } from './cluster.ts';
import { defineFault, type FaultSize, type Period, type Seen } from './fault.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly downSeconds: number;
}

const firstMs = 5000;
const most = { backMs: 1000, recoverySeconds: 30 };
/** Succeeding for this long is a recovery. */
const quietMs = 10_000;

/** The p99 of all responses in the first 5 s after the first successful search, and how long after the return the last 503 was. */
function recoveryOf({ asked, periods }: Seen<Size, void>) {
  const [starting, after] = ['while it starts', 'after'].map((wanted) =>
    periods.find(({ name }) => name === wanted),
  ) as [Period, Period];
  const later = dueBetween(asked, starting.from, Number.POSITIVE_INFINITY);
  const lastRefused = later.findLast((one) => !isSuccess(one))?.began ?? after.from;
  // Cached profiles are served without any node; searches are not cached.
  const isRead = (one: Asked) => isSuccess(one) && one.question.operation === 'searchCompanies';
  const firstRead = later.find(isRead)?.began ?? 0;
  return {
    backMs: p99Of(dueBetween(asked, firstRead, firstRead + firstMs)),
    recoverySeconds: Math.max(0, lastRefused - after.from) / 1000,
  };
}

export const opensearchDown = defineFault<Size>({
  name: 'opensearch-down',
  says: 'without OpenSearch, clients get a 503 with `Retry-After`; when it is back, responses are as fast as before within seconds',
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, downSeconds: 60 },
    small: { perSecond: 30, baselineSeconds: 4, downSeconds: 6, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, downSeconds: 3, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'an unavailable OpenSearch is an internal error',
      changes: [
        {
          file: 'stores/opensearch/node-calls.ts',
          from: 'throw unavailable(cause);',
          to: 'throw cause;',
        },
      ],
      seen: /failed: .*500/,
    },
  ],
  async act({ stage: { stores, fleet }, size, during }) {
    await during('before', () => sleep(size.baselineSeconds * 1000));
    await during('meanwhile', async () => {
      for (const name of nodeNames) stores.killNode(name);
      await sleep(size.downSeconds * 1000);
    });
    await during('while it starts', async () => void (await restoreCluster(stores, fleet.installation.opensearch)));
    await during('after', () => sleep(quietMs));
  },
  mayRefuse: ['meanwhile', 'while it starts', 'after'],
  judge(seen) {
    const { backMs, recoverySeconds } = recoveryOf(seen);
    return [
      ...when(
        !(backMs <= most.backMs + (seen.size.slackMs ?? 0)),
        `p99 of ${ms(backMs)} in the first 5 s after the return`,
      ),
      ...when(recoverySeconds > most.recoverySeconds, `503 until ${recoverySeconds.toFixed(1)} s after the return`),
    ];
  },
  done: ({ downSeconds }) => `all nodes killed and back after ${downSeconds} s`,
  also(seen) {
    const { backMs, recoverySeconds } = recoveryOf(seen);
    return [
      `p99 ${ms(backMs)} in the first 5 s after the first successful search`,
      `the last 503 ${recoverySeconds.toFixed(1)} s after all nodes ran again`,
    ];
  },
});
