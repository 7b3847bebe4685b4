import { cpuUsOf } from '../load/cpu.ts';
import { runWrk, type WrkOrder, type WrkResult } from '../load/wrk.ts';
import type { RequestLists, RoundList } from './request-lists.ts';
import { checkSameResponses } from './same-responses.ts';
import { type Targets, type Variant, variants } from './targets.ts';
import { waitForIdle } from './wait-for-idle.ts';

/**
 * The measurement of one variant in one round, per operation: one lookup or search. Where an operation needs two requests
 * to OpenSearch, its quantiles are doubled.
 */
export interface Sample extends Pick<WrkResult, 'p50Ms' | 'p90Ms' | 'p99Ms'> {
  readonly operations: number;
  readonly perSecond: number;
  readonly serviceCpuUs: number;
  readonly opensearchCpuUs: number;
}

export type Round = Record<Variant, Sample>;

export interface RoundsOrder {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Measures even if other processes use the machine. */
  readonly isBusy: boolean;
}

type RunOrder = Pick<WrkOrder, 'seconds' | 'connections' | 'isWarmUp'>;

/** Sends requests to one variant for some seconds. */
async function measureVariant(targets: Targets, variant: Variant, list: RoundList, order: RunOrder): Promise<Sample> {
  const { base, keys, processes } = targets.all[variant];
  const [service, opensearch] = [processes(), targets.opensearch];
  const before = [cpuUsOf(service), cpuUsOf(opensearch)] as const;
  const file = variant === 'opensearchOnly' ? list.files.opensearchOnly : list.files.service;
  const { requests, seconds, p50Ms, p90Ms, p99Ms } = await runWrk({ base, keys, list: file, ...order });
  const perOperation = variant === 'opensearchOnly' ? (list.requests[0]?.opensearchOnly.length ?? 1) : 1;
  const operations = requests / perOperation;
  return {
    operations,
    perSecond: operations / seconds,
    serviceCpuUs: (cpuUsOf(service) - before[0]) / operations,
    opensearchCpuUs: (cpuUsOf(opensearch) - before[1]) / operations,
    p50Ms: p50Ms * perOperation,
    p90Ms: p90Ms * perOperation,
    p99Ms: p99Ms * perOperation,
  };
}

const mostOf = (seen: readonly Sample[]) => Math.max(...seen.map(({ operations }) => operations));

/** The JVM of OpenSearch compiles hot code, so the throughput of the first minutes is lower. */
export async function warmUp(targets: Targets, lists: RequestLists, seconds: number): Promise<void> {
  if (seconds === 0) return;
  const list = lists.next(seconds);
  const seen: Sample[] = [];
  for (const variant of variants)
    seen.push(await measureVariant(targets, variant, list, { seconds, connections: 64, isWarmUp: true }));
  lists.advance(mostOf(seen));
}

/** Measures the variants in turn; each round starts with a different one. The first round is a warm-up and does not count. */
export async function measureRounds(targets: Targets, lists: RequestLists, order: RoundsOrder): Promise<Round[]> {
  const measured: Round[] = [];
  for (let at = -1; at < order.rounds; at += 1) {
    const list = lists.next(order.seconds);
    if (at < 0) await checkSameResponses(targets, list.requests.slice(0, 5));
    if (!order.isBusy) await waitForIdle();
    const round: Partial<Round> = {};
    for (const [index] of variants.entries()) {
      const variant = variants[(index + at + 1) % variants.length] as Variant;
      round[variant] = await measureVariant(targets, variant, list, { ...order, isWarmUp: at < 0 });
    }
    lists.advance(mostOf(Object.values(round)));
    if (at >= 0) measured.push(round as Round);
  }
  return measured;
}
