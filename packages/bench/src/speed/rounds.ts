import { cpuUsOf } from '../load/cpu.ts';
import { runWrk, type WrkOrder, type WrkResult } from '../load/wrk.ts';
import type { Lists, RoundList } from './request-lists.ts';
import { waitForQuiet } from './wait-for-idle.ts';
import { checkSameAnswers } from './same-responses.ts';
import { type Targets, type Way, ways } from './targets.ts';

/** What was seen of one way in one round, for one question: one request, or two of the bare engine, their quantiles doubled. */
export interface Seen extends Pick<WrkResult, 'p50Ms' | 'p90Ms' | 'p99Ms'> {
  readonly questions: number;
  readonly perSecond: number;
  readonly serviceCpuUs: number;
  readonly engineCpuUs: number;
}

export type Round = Record<Way, Seen>;

export interface RoundsOrder {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Measures although others work on this machine. */
  readonly isBusy: boolean;
}

type RunOrder = Pick<WrkOrder, 'seconds' | 'connections' | 'isWarmUp'>;

/** Asks one way for a while. */
async function measureWay(targets: Targets, way: Way, { files, asked }: RoundList, order: RunOrder): Promise<Seen> {
  const { base, keys, processes } = targets.all[way];
  const [service, engine] = [processes(), targets.engine];
  const before = [cpuUsOf(service), cpuUsOf(engine)] as const;
  const list = way === 'bare' ? files.bare : files.service;
  const { requests, seconds, p50Ms, p90Ms, p99Ms } = await runWrk({ base, keys, list, ...order });
  const perQuestion = way === 'bare' ? (asked[0]?.bare.length ?? 1) : 1;
  const questions = requests / perQuestion;
  return {
    questions,
    perSecond: questions / seconds,
    serviceCpuUs: (cpuUsOf(service) - before[0]) / questions,
    engineCpuUs: (cpuUsOf(engine) - before[1]) / questions,
    p50Ms: p50Ms * perQuestion,
    p90Ms: p90Ms * perQuestion,
    p99Ms: p99Ms * perQuestion,
  };
}

const mostOf = (seen: readonly Seen[]) => Math.max(...seen.map(({ questions }) => questions));

/** The engine compiles what it does often: the figures of its first minutes are lower. */
export async function warmUp(targets: Targets, lists: Lists, seconds: number): Promise<void> {
  if (seconds === 0) return;
  const list = lists.deal(seconds);
  const seen: Seen[] = [];
  for (const way of ways) seen.push(await measureWay(targets, way, list, { seconds, connections: 64, isWarmUp: true }));
  lists.spend(mostOf(seen));
}

/** All ways in turn, each round beginning with another. The first round warms everything up and is not counted. */
export async function measureRounds(targets: Targets, lists: Lists, order: RoundsOrder): Promise<Round[]> {
  const measured: Round[] = [];
  for (let at = -1; at < order.rounds; at += 1) {
    const list = lists.deal(order.seconds);
    if (at < 0) await checkSameAnswers(targets, list.asked.slice(0, 5));
    if (!order.isBusy) await waitForQuiet();
    const round: Partial<Round> = {};
    for (const [index] of ways.entries()) {
      const way = ways[(index + at + 1) % ways.length] as Way;
      round[way] = await measureWay(targets, way, list, { ...order, isWarmUp: at < 0 });
    }
    lists.spend(mostOf(Object.values(round)));
    if (at >= 0) measured.push(round as Round);
  }
  return measured;
}
