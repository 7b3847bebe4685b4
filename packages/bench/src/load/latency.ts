import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { quantile } from '../report/statistics.ts';
import type { RoundList } from '../speed/request-lists.ts';
import { waitForQuiet } from '../speed/wait-for-idle.ts';
import { type Targets, type Way, ways } from '../speed/targets.ts';
import type { OpenOrder, OpenResult } from './constant-rate.ts';

export interface Latency {
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
}

export interface LatencyOrder {
  readonly perSecond: number;
  readonly seconds: number;
  readonly isBusy: boolean;
}

const program = fileURLToPath(new URL('./constant-rate.ts', import.meta.url));
const patienceMs = 30_000;

/** Whoever asks is a process of its own, so that nothing else makes it late. */
async function runOpenLoad(order: OpenOrder): Promise<OpenResult> {
  const child = fork(program);
  const timer = setTimeout(() => child.kill(), order.seconds * 1000 + patienceMs);
  child.send(order);
  const [result] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [OpenResult | number | null];
  clearTimeout(timer);
  if (result === null || typeof result !== 'object') throw new Error(`${order.base} did not answer in time.`);
  if (result.failed > 0)
    throw new Error(`${result.failed} of ${result.requests} answers of ${order.base} failed: nothing was measured.`);
  return result;
}

/** How long answers take at a rate that all can bear, from when each was due. */
export async function measureLatency(
  { all }: Targets,
  { files, asked }: RoundList,
  { perSecond, seconds, isBusy }: LatencyOrder,
): Promise<Record<Way, Latency>> {
  const found: Partial<Record<Way, Latency>> = {};
  const perQuestion = asked[0]?.bare.length ?? 1;
  for (const way of ways) {
    const { base, keys } = all[way];
    const order = { base, keys, list: way === 'bare' ? files.bare : files.service, perSecond, seconds };
    if (!isBusy) await waitForQuiet();
    const { latenciesMs } = await runOpenLoad(order);
    // Asked twice, one after the other, where the service is asked once: twice a p99 is more than the p99 of two.
    const times = way === 'bare' ? perQuestion : 1;
    const at = (share: number) => quantile(latenciesMs, share) * times;
    found[way] = { p50Ms: at(0.5), p90Ms: at(0.9), p99Ms: at(0.99) };
  }
  return found as Record<Way, Latency>;
}
