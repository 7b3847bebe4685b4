import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked } from '../../../testing/src/processes/steady-load.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { nodeNames, restoreCluster } from '../scenarios/cluster.ts';
import { storesOf } from '../scenarios/scenario.ts';
import {
  defineFault,
  dueBetween,
  isSuccess,
  type LoadSize,
  ms,
  p99Of,
  periodNamed,
  type Seen,
} from '../scenarios/under-load.ts';

interface Size extends LoadSize {
  readonly baselineSeconds: number;
  readonly downSeconds: number;
}

const firstMs = 5000;
const most = { backMs: 1000, recoverySeconds: 30 };
/** Succeeding for this long is a recovery. */
const quietMs = 10_000;

/** The p99 of all responses in the first 5 s after the first successful search, and how long after the return the last 503 was. */
function recoveryOf(seen: Seen<Size, void>) {
  const [starting, after] = [periodNamed(seen, 'while it starts'), periodNamed(seen, 'after')];
  const later = dueBetween(seen.asked, starting.from, Number.POSITIVE_INFINITY);
  const lastRefused = later.findLast((one) => !isSuccess(one))?.began ?? after.from;
  // Cached profiles are served without any node; searches are not cached.
  const isRead = (one: Asked) => isSuccess(one) && one.question.operation === 'searchCompanies';
  const firstRead = later.find(isRead)?.began ?? Number.NaN;
  return {
    backMs: p99Of(dueBetween(seen.asked, firstRead, firstRead + firstMs)),
    recoverySeconds: Math.max(0, lastRefused - after.from) / 1000,
  };
}

export const opensearchDown = defineFault<Size>({
  name: 'opensearch-down',
  title:
    'without OpenSearch, clients get a 503 with `Retry-After`; when it is back, responses are as fast as before within seconds',
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, downSeconds: 60 },
    small: { perSecond: 30, baselineSeconds: 4, downSeconds: 6 },
  },
  async act({ stage, size, during }) {
    const stores = storesOf(stage);
    await during('before', () => sleep(size.baselineSeconds * 1000));
    await during('meanwhile', async () => {
      for (const name of nodeNames) stores.killNode(name);
      await sleep(size.downSeconds * 1000);
    });
    await during(
      'while it starts',
      async () => void (await restoreCluster(stores, stage.fleet.installation.opensearch)),
    );
    await during('after', () => sleep(quietMs));
  },
  mayRefuse: ['meanwhile', 'while it starts', 'after'],
  expect: (seen) =>
    violationIf(!periodNamed(seen, 'after').asked.some(isSuccess), 'no request succeeded after the return'),
  expectTimes(seen) {
    const { backMs, recoverySeconds } = recoveryOf(seen);
    return [
      ...violationIf(!(backMs <= most.backMs), `p99 of ${ms(backMs)} in the first 5 s after the return`),
      ...violationIf(
        recoverySeconds > most.recoverySeconds,
        `503 until ${recoverySeconds.toFixed(1)} s after the return`,
      ),
    ];
  },
  describe(seen) {
    const { backMs, recoverySeconds } = recoveryOf(seen);
    return [
      `all nodes killed and back after ${seen.size.downSeconds} s`,
      `p99 ${ms(backMs)} in the first 5 s after the first successful search`,
      `the last 503 ${recoverySeconds.toFixed(1)} s after all nodes ran again`,
    ];
  },
});
