import { setTimeout as sleep } from 'node:timers/promises';
import { when } from '../../../server/test/support/processes/promise.ts';
import { type Asked, countOutcomes, now } from '../../../server/test/support/processes/steady-load.ts';
import { nodeNames, restoreCluster } from './cluster.ts';
import {
  defineFault,
  dueBetween,
  type FaultSize,
  isRefused,
  isSuccess,
  ms,
  openLoad,
  p99Of,
  watchClients,
} from './fault.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly downSeconds: number;
  readonly slackMs: number;
}

interface Result extends Size {
  readonly requests: number;
  /** Neither a right 200 nor a 503 with `Retry-After`. */
  readonly failed: readonly Asked[];
  readonly baseline: number;
  /** The p99 of all responses while no node runs, in ms. */
  readonly meanwhile: number;
  /** The p99 of all responses in the first 5 s after the first successful search, in ms. */
  readonly back: number;
  /** From the moment at which all nodes run again. */
  readonly recoverySeconds: number;
}

const firstMs = 5000;
const most = { backMs: 1000, recoverySeconds: 30 };
/** Succeeding for this long is a recovery. */
const quietMs = 10_000;

export const engineDown = defineFault<Size, Result>({
  name: 'engine-down',
  says: 'without OpenSearch, clients get a 503 with `Retry-After`; when it is back, responses are as fast as before within seconds',
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, downSeconds: 60, slackMs: 0 },
    small: { perSecond: 30, baselineSeconds: 4, downSeconds: 6, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, downSeconds: 3, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'an unavailable engine is an internal error',
      changes: [
        {
          file: 'engine/engine-reader.ts',
          from: "throw new Failure('engine_unavailable', { retryAfter: 1, cause });",
          to: 'throw cause;',
        },
      ],
      seen: /failed: .*500/,
    },
  ],
  async run(stage, size) {
    const { engines, fleet } = stage;
    const { engine } = fleet.installation;
    const times = { began: 0, killed: 0, started: 0, back: 0 };
    const asked = await watchClients(stage, await openLoad(stage, size), async () => {
      times.began = now();
      await sleep(size.baselineSeconds * 1000);
      times.killed = now();
      for (const name of nodeNames) engines.killNode(name);
      await sleep(size.downSeconds * 1000);
      times.started = now();
      await restoreCluster(engines, engine);
      times.back = now();
      await sleep(quietMs);
    });
    const later = dueBetween(asked, times.started, Number.POSITIVE_INFINITY);
    const lastRefused = later.findLast((one) => !isSuccess(one))?.began ?? times.back;
    // Cached profiles are served without any node; searches are not cached.
    const isRead = (one: Asked) => isSuccess(one) && one.question.operation === 'searchCompanies';
    const firstRead = later.find(isRead)?.began ?? 0;
    return {
      ...size,
      requests: asked.length,
      failed: asked.filter((one) => !isSuccess(one) && !isRefused(one)),
      baseline: p99Of(dueBetween(asked, times.began, times.killed)),
      meanwhile: p99Of(dueBetween(asked, times.killed, times.started)),
      back: p99Of(dueBetween(asked, firstRead, firstRead + firstMs)),
      recoverySeconds: Math.max(0, lastRefused - times.back) / 1000,
    };
  },
  judge: ({ requests, failed, back, recoverySeconds, slackMs }) => [
    ...when(requests === 0, 'no request was sent'),
    ...when(failed.length > 0, `failed: ${countOutcomes(failed)}`),
    ...when(!(back <= most.backMs + slackMs), `p99 of ${ms(back)} in the first 5 s after the return`),
    ...when(recoverySeconds > most.recoverySeconds, `503 until ${recoverySeconds.toFixed(1)} s after the return`),
  ],
  tell: ({ perSecond, downSeconds, requests, failed, baseline, meanwhile, back, recoverySeconds }) =>
    `all nodes killed and back after ${downSeconds} s, ${perSecond} requests/s: ${failed.length} of ${requests} got anything else than ` +
    `a right 200 or a 503 with \`Retry-After\`; p99 ${ms(baseline)} before, ${ms(meanwhile)} meanwhile, ${ms(back)} in the first 5 s ` +
    `after the return; the last 503 ${recoverySeconds.toFixed(1)} s after all nodes ran again`,
});
