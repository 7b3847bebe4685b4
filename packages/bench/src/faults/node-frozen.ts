import { setTimeout as sleep } from 'node:timers/promises';
import { when } from '../../../server/test/support/processes/promise.ts';
import { type Asked, countOutcomes, isFailed, now } from '../../../server/test/support/processes/steady-load.ts';
import { chooseNode, nodeNames, secondsUntilGreen } from './cluster.ts';
import {
  defineFault,
  dueBetween,
  type FaultSize,
  type FaultStage,
  ms,
  openLoad,
  p99Of,
  watchClients,
} from './fault.ts';
import { withoutRetries } from './node-killed.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly frozenSeconds: number;
  /** Added to each limit: few requests on a busy machine have a rough p99. */
  readonly slackMs: number;
}

/** The p99 of each period, in ms. */
interface Freeze {
  readonly first: number;
  readonly later: number;
}

interface Result extends Size {
  readonly requests: number;
  readonly failed: readonly Asked[];
  readonly baseline: number;
  readonly freezes: readonly Freeze[];
  readonly isGreen: boolean;
}

const firstMs = 5000;
const most = { firstMs: 1000, timesBaseline: 2 };

/** Freezes a node that is the manager, or one that is not. */
async function freeze({ fleet, engines }: FaultStage, isManager: boolean, seconds: number) {
  const name = await chooseNode(fleet.installation.engine, isManager);
  const began = now();
  engines.freezeNode(name);
  try {
    await sleep(seconds * 1000);
  } finally {
    engines.thawNode(name);
  }
  const ended = now();
  const green = await secondsUntilGreen(fleet.installation.engine, nodeNames.length);
  return { began, ended, isGreen: Number.isFinite(green) };
}

export const nodeFrozen = defineFault<Size, Result>({
  name: 'node-frozen',
  says: 'clients do not notice a frozen OpenSearch node: p99 at most 1 s in the first 5 s, then at most twice the p99 before',
  sizes: {
    full: { perSecond: 300, baselineSeconds: 30, frozenSeconds: 60, slackMs: 0 },
    small: { perSecond: 30, baselineSeconds: 5, frozenSeconds: 10, slackMs: 2000 },
    tiny: { perSecond: 60, baselineSeconds: 2, frozenSeconds: 6, slackMs: 2000 },
  },
  breakages: [withoutRetries],
  async run(stage, size) {
    const times = { began: 0, ended: 0 };
    const frozen: Awaited<ReturnType<typeof freeze>>[] = [];
    const asked = await watchClients(stage, await openLoad(stage, size), async () => {
      times.began = now();
      await sleep(size.baselineSeconds * 1000);
      times.ended = now();
      for (const isManager of [false, true]) frozen.push(await freeze(stage, isManager, size.frozenSeconds));
    });
    const freezes = frozen.map(({ began, ended }) => ({
      first: p99Of(dueBetween(asked, began, began + firstMs)),
      later: p99Of(dueBetween(asked, began + firstMs, ended)),
    }));
    const baseline = p99Of(dueBetween(asked, times.began, times.ended));
    const isGreen = frozen.every((one) => one.isGreen);
    return { ...size, requests: asked.length, failed: asked.filter(isFailed), baseline, freezes, isGreen };
  },
  judge: ({ requests, failed, baseline, freezes, isGreen, slackMs }) => [
    ...when(requests === 0, 'no request was sent'),
    ...when(failed.length > 0, `failed: ${countOutcomes(failed)}`),
    ...freezes.flatMap(({ first, later }) => [
      ...when(!(first <= most.firstMs + slackMs), `p99 of ${ms(first)} in the first 5 s`),
      ...when(!(later <= most.timesBaseline * baseline + slackMs), `p99 of ${ms(later)} later, ${ms(baseline)} before`),
    ]),
    ...when(!isGreen, 'the cluster did not recover'),
  ],
  tell: ({ perSecond, frozenSeconds, requests, failed, baseline, freezes }) =>
    `a node, then the manager, frozen for ${frozenSeconds} s, ${perSecond} requests/s: ${failed.length} of ${requests} failed; ` +
    `p99 ${ms(baseline)} before; ${freezes.map(({ first, later }) => `${ms(first)} in the first 5 s, then ${ms(later)}`).join('; ')}`,
});
