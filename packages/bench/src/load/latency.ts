import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { quantile } from '../report/statistics.ts';
import type { RoundList } from '../speed/request-lists.ts';
import { type Targets, type Variant, variants } from '../speed/targets.ts';
import { waitForIdle } from '../speed/wait-for-idle.ts';
import type { ConstantRateOrder, ConstantRateResult } from './constant-rate.ts';

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
const timeoutMs = 30_000;

/** The load generator is a separate process, so that other work does not delay it. */
export async function runConstantRate(order: ConstantRateOrder): Promise<ConstantRateResult> {
  const child = fork(program);
  const timer = setTimeout(() => child.kill(), order.seconds * 1000 + timeoutMs);
  child.send(order);
  const [result] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
    ConstantRateResult | number | null,
  ];
  clearTimeout(timer);
  if (result === null || typeof result !== 'object') throw new Error(`${order.base} did not respond in time.`);
  if (result.failed > 0)
    throw new Error(
      `${result.failed} of ${result.requests} requests to ${order.base} failed, so the measurement is invalid.`,
    );
  return result;
}

/** Response times at a constant rate that all variants can serve, from the time when each request is due. */
export async function measureLatency(
  { all }: Targets,
  { files, requests }: RoundList,
  { perSecond, seconds, isBusy }: LatencyOrder,
): Promise<Record<Variant, Latency>> {
  const found: Partial<Record<Variant, Latency>> = {};
  const perOperation = requests[0]?.opensearchOnly.length ?? 1;
  for (const variant of variants) {
    const { base, keys } = all[variant];
    const order = {
      base,
      keys,
      list: variant === 'opensearchOnly' ? files.opensearchOnly : files.service,
      perSecond,
      seconds,
    };
    if (!isBusy) await waitForIdle();
    const { latenciesMs } = await runConstantRate(order);
    // Two consecutive requests count as one operation. Twice the p99 is more than the p99 of the sum.
    const times = variant === 'opensearchOnly' ? perOperation : 1;
    const at = (share: number) => quantile(latenciesMs, share) * times;
    found[variant] = { p50Ms: at(0.5), p90Ms: at(0.9), p99Ms: at(0.99) };
  }
  return found as Record<Variant, Latency>;
}
