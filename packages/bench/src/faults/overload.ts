import { setTimeout as sleep } from 'node:timers/promises';
import { definePromise, when } from '../../../testing/src/processes/promise.ts';
import { type Asked, countOutcomes, type Load, now } from '../../../testing/src/processes/steady-load.ts';
import { quantile } from '../report/statistics.ts';
import { watchStolenTime } from '../report/stolen-time.ts';
import { dueBetween, isSuccess, ms, watchClients } from './clients.ts';
import { nodeNames } from './cluster.ts';
import { type FaultSize, type FaultStage, openLoad } from './fault.ts';
import { openNodeLinks } from './stores/node-links.ts';

interface Size extends FaultSize {
  /** Of each rate that is tried to find the capacity. */
  readonly stepSeconds: number;
  readonly overloadSeconds: number;
  readonly slackMs: number;
}

interface Result extends Size {
  /** Successes per second: the most of any rate, and during the overload. */
  readonly peak: number;
  readonly goodput: number;
  readonly offered: number;
  readonly refusals: number;
  /** From the time when a connection was free, in ms. */
  readonly refusalP99: number;
  /** Periods of ten seconds, and those in which the host of this virtual machine left it nearly all processor time. */
  readonly periods: number;
  readonly calmPeriods: number;
  /** Undefined: no period was calm. */
  readonly calmP99: number | undefined;
  /** Neither a success nor a refusal with `Retry-After`. */
  readonly failed: readonly Asked[];
}

const times = 5;
const most = { refusalMs: 20 };
const leastShare = 0.9;
const mostSteps = 10;
const growth = 1.5;
const periodMs = 10_000;
const calmShare = 0.05;
/** So many that a request never waits for a connection. */
const connections = 3000;
/**
 * Few requests in progress, each waiting for a distant OpenSearch: then they limit the capacity. If the cores did, which the client and
 * the stores share with the processes, refusals would wait for a core, as everything else does.
 */
const concurrency = '8';
const slowness = { delayMs: 200, stallShare: 0, stallMs: 0 };

const searches = ({ questions }: Load) => questions.filter(({ operation }) => operation === 'searchCompanies');

const isRefusal = ({ status, code, retryAfter }: Asked) =>
  status === 503 && code === 'overloaded' && retryAfter !== undefined;

const atRate = (load: Load, perSecond: number): Load => ({
  ...load,
  offers: load.offers.map(({ key }) => ({ key, perSecond: perSecond / load.offers.length })),
});

interface Offer {
  readonly perSecond: number;
  readonly seconds: number;
  readonly stage: FaultStage;
  readonly isWarm: boolean;
}

/** Sends requests at this rate; counts those that were due in these seconds, whenever they ended. */
async function offer(load: Load, { perSecond, seconds, stage, isWarm }: Offer) {
  const period = { from: 0, to: 0 };
  async function wait(): Promise<void> {
    period.from = now();
    await sleep(seconds * 1000);
    period.to = now();
  }
  const { asked } = await watchClients(stage, atRate(load, perSecond), wait, { isWarm });
  const due = dueBetween(asked, period.from, period.to);
  return { due, goodput: (due.filter(isSuccess).length * 1000) / (period.to - period.from) };
}

/** The most successes per second of growing rates, until too many requests are refused. */
async function findPeak(load: Load, first: Omit<Offer, 'isWarm'>): Promise<number> {
  let [peak, perSecond] = [0, first.perSecond];
  for (let step = 0; step < mostSteps; step += 1, perSecond *= growth) {
    const { goodput } = await offer(load, { ...first, perSecond, isWarm: step > 0 });
    peak = Math.max(peak, goodput);
    if (goodput < leastShare * perSecond) break;
  }
  return peak;
}

/** From the time when a connection was free, in ms. */
const p99SinceSent = (asked: readonly Asked[]): number =>
  quantile(
    asked.map(({ sent, ended }) => ended - sent),
    0.99,
  );

/** The number of periods, and the requests of the calm ones. */
function periodsOf(asked: readonly Asked[], stolenBetween: (from: number, to: number) => number) {
  const periods = [...Map.groupBy(asked, ({ sent }) => Math.floor(sent / periodMs))];
  const calm = periods.filter(([at]) => stolenBetween(at * periodMs, (at + 1) * periodMs) <= calmShare);
  return { periods: periods.length, calm: calm.map(([, some]) => some) };
}

/** Finds the capacity, and sends several times as many requests. */
async function exceedCapacity(stage: FaultStage, load: Load, size: Size): Promise<Result> {
  const perSecond = stage.perSecond ?? size.perSecond;
  const peak = await findPeak(load, { perSecond, seconds: size.stepSeconds, stage });
  const offered = times * peak;
  const over = { perSecond: offered, seconds: size.overloadSeconds, stage, isWarm: true };
  const host = watchStolenTime();
  const { due, goodput } = await offer(load, over);
  host.stop();
  const refused = due.filter(isRefusal);
  const { periods, calm } = periodsOf(refused, host.between);
  return {
    ...size,
    peak,
    goodput,
    offered,
    refusals: refused.length,
    refusalP99: p99SinceSent(refused),
    periods,
    calmPeriods: calm.length,
    calmP99: calm.length > 0 ? p99SinceSent(calm.flat()) : undefined,
    failed: due.filter((one) => !isSuccess(one) && !isRefusal(one)),
  };
}

/** Not a fault under a steady load: it sends several rates, and the last one is the fault. */
export const overload = definePromise<Size, Result, FaultStage>({
  name: 'overload',
  says: 'at 5 × the capacity, at least 90 % of the peak still succeeds, and the others are refused within 20 ms with `Retry-After`',
  sizes: {
    full: { perSecond: 20, stepSeconds: 10, overloadSeconds: 300, slackMs: 0 },
    small: { perSecond: 20, stepSeconds: 3, overloadSeconds: 10, slackMs: 2000 },
    tiny: { perSecond: 20, stepSeconds: 2, overloadSeconds: 5, slackMs: 0 },
  },
  breakages: [
    {
      what: 'every request is admitted at once',
      changes: [
        {
          file: 'api/access/admission.ts',
          from: 'if (this.#kindHasRoom(job.kind) && this.#keyHasRoom(job.key)) return',
          to: 'return',
        },
      ],
      seen: /no request was refused/,
    },
  ],
  async run(stage, size) {
    const { links, OPENSEARCH_URL } = await openNodeLinks(stage.stores);
    // OpenSearch gets the time of the cores that the client, the processes and Redis leave, as if it had machines of its own.
    for (const name of nodeNames) stage.stores.setNodePriority(name, 10);
    try {
      const settings = { ORGDEX_CONCURRENCY: concurrency, OPENSEARCH_URL };
      const opened = await openLoad(stage, size, { settings });
      const load = { ...opened, connections, questions: searches(opened) };
      await Promise.all(links.map((link) => link.slow(slowness)));
      return await exceedCapacity(stage, load, size);
    } finally {
      await stage.fleet.stop();
      for (const name of nodeNames) stage.stores.setNodePriority(name, 0);
      await Promise.all(links.map((link) => link.close()));
    }
  },
  judge: ({ peak, goodput, refusals, refusalP99, calmP99 = refusalP99, failed, slackMs }) => [
    ...when(
      goodput < leastShare * peak && slackMs === 0,
      `goodput of ${Math.round(goodput)}/s, ${Math.round(peak)}/s at the peak`,
    ),
    ...when(refusals === 0, 'no request was refused'),
    ...when(calmP99 > most.refusalMs + slackMs, `refusals took ${ms(calmP99)} (p99)`),
    ...when(failed.length > 0, `failed: ${countOutcomes(failed)}`),
  ],
  tell: ({ peak, goodput, offered, overloadSeconds, refusals, refusalP99, periods, calmPeriods, calmP99 }) =>
    `searches for companies, ${concurrency} requests in progress per process, ${2 * slowness.delayMs} ms from OpenSearch; ` +
    `peak ${Math.round(peak)}/s; ${Math.round(offered)} requests/s for ${overloadSeconds} s: ` +
    `${Math.round(goodput)}/s succeeded, ${refusals} were refused, within ${ms(refusalP99)} (p99); ` +
    `in ${calmPeriods} of ${periods} periods of ten seconds the host took at most ${calmShare * 100} % of the processor time` +
    (calmP99 === undefined ? '' : `, and in these they were refused within ${ms(calmP99)}`),
});
