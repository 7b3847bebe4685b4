import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import { type Asked, askDuring, countOutcomes, type Load, now } from '../../../testing/src/processes/steady-load.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { openLink } from '../../../testing/src/stores/faulty-link.ts';
import { quantile } from '../report/statistics.ts';
import { nodeNames } from '../scenarios/cluster.ts';
import { defineScenario, storesOf } from '../scenarios/scenario.ts';
import { dueBetween, isSuccess, type LoadSize, ms, openLoad, watchClients } from '../scenarios/under-load.ts';

interface Size extends LoadSize {
  /** Of each rate that is tried to find the capacity. */
  readonly stepSeconds: number;
  readonly overloadSeconds: number;
}

interface Seen extends Size {
  /** Successes per second: the most of any rate, and during the overload. */
  readonly peak: number;
  readonly goodput: number;
  readonly offered: number;
  readonly rejections: number;
  /** From the time when a connection was free. */
  readonly rejectionP99Ms: number;
  /** Neither a success nor a rejection with `Retry-After`. */
  readonly failed: readonly Asked[];
}

const times = 5;
const mostRejectionMs = 20;
const leastShare = 0.9;
const mostSteps = 10;
const growth = 1.5;
/** Enough that a request never waits for a connection. */
const connections = 3000;
/**
 * Few requests in progress, each waiting for a distant OpenSearch: then they limit the capacity. If the cores did, which the client and
 * the stores share with the processes, rejections would wait for a core, as everything else does.
 */
const concurrency = '8';
const slowness = { delayMs: 200, stallShare: 0, stallMs: 0 };

const isRejection = ({ status, code, retryAfter }: Asked) =>
  status === 503 && code === 'overloaded' && retryAfter !== undefined;

/** Sends requests at this rate; counts those that were due in these seconds, whenever they ended. */
async function offer(load: Load, perSecond: number, seconds: number) {
  const atRate = {
    ...load,
    offers: load.offers.map(({ key }) => ({ key, perSecond: perSecond / load.offers.length })),
  };
  const from = now();
  const asked = await askDuring(atRate, () => sleep(seconds * 1000));
  const due = dueBetween(asked, from, from + seconds * 1000);
  return { due, goodput: due.filter(isSuccess).length / seconds };
}

/** The most successes per second of growing rates, until too many requests are rejected. */
async function findPeak(load: Load, { perSecond: first, stepSeconds }: Size): Promise<number> {
  let [peak, perSecond] = [0, first];
  for (let step = 0; step < mostSteps; step += 1, perSecond *= growth) {
    const { goodput } = await offer(load, perSecond, stepSeconds);
    peak = Math.max(peak, goodput);
    if (goodput < leastShare * perSecond) break;
  }
  return peak;
}

/** Finds the capacity, and sends several times as many requests. */
async function exceedCapacity(load: Load, size: Size): Promise<Seen> {
  await watchClients(load, async () => {});
  const peak = await findPeak(load, size);
  const { due, goodput } = await offer(load, times * peak, size.overloadSeconds);
  const rejected = due.filter(isRejection);
  const took = rejected.map(({ sent, ended }) => ended - sent);
  return {
    ...size,
    ...{ peak, goodput, offered: times * peak },
    ...{ rejections: rejected.length, rejectionP99Ms: quantile(took, 0.99) },
    failed: due.filter((one) => !isSuccess(one) && !isRejection(one)),
  };
}

/** It sends several rates, and the last one is the fault. */
export const overload = defineScenario<Size, Seen>({
  name: 'overload',
  title:
    'at 5 × the capacity, at least 90 % of the peak still succeeds, and the others are rejected within 20 ms with `Retry-After`',
  sizes: {
    full: { perSecond: 20, stepSeconds: 10, overloadSeconds: 300 },
    small: { perSecond: 20, stepSeconds: 3, overloadSeconds: 10 },
  },
  async run(stage, size) {
    const stores = storesOf(stage);
    const { OPENSEARCH_URL: nodes } = readConfig({ ORGDEX_HOME: stores.home });
    const links = await Promise.all(nodes.map(openLink));
    // OpenSearch gets the time of the cores that the client, the processes and Redis leave, as if it had machines of its own.
    for (const name of nodeNames) stores.setNodePriority(name, 10);
    try {
      const OPENSEARCH_URL = links.map(({ url }) => url).join(',');
      const opened = await openLoad(stage, size, { ORGDEX_CONCURRENCY: concurrency, OPENSEARCH_URL });
      const questions = opened.questions.filter(({ operation }) => operation === 'searchCompanies');
      await Promise.all(links.map((link) => link.slow(slowness)));
      return await exceedCapacity({ ...opened, connections, questions }, size);
    } finally {
      await stage.fleet.stop();
      for (const name of nodeNames) stores.setNodePriority(name, 0);
      await Promise.all(links.map((link) => link.close()));
    }
  },
  expect: ({ rejections, failed }) => [
    ...violationIf(rejections === 0, 'no request was rejected'),
    ...violationIf(failed.length > 0, `failed: ${countOutcomes(failed)}`),
  ],
  expectTimes: ({ peak, goodput, rejectionP99Ms }) => [
    ...violationIf(
      goodput < leastShare * peak,
      `${Math.round(goodput)} successes per second, ${Math.round(peak)} at the peak`,
    ),
    ...violationIf(rejectionP99Ms > mostRejectionMs, `rejections took ${ms(rejectionP99Ms)} (p99)`),
  ],
  describe: ({ peak, goodput, offered, overloadSeconds, rejections, rejectionP99Ms }) =>
    `searches for companies, ${concurrency} requests in progress per process, ${2 * slowness.delayMs} ms from OpenSearch; ` +
    `peak ${Math.round(peak)}/s; ${Math.round(offered)} requests/s for ${overloadSeconds} s: ` +
    `${Math.round(goodput)}/s succeeded, ${rejections} were rejected, within ${ms(rejectionP99Ms)} (p99)`,
});
