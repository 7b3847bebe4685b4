import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitForIdle } from '../machine/wait-for-idle.ts';
import { quantile } from '../report/statistics.ts';
import type { ConstantRateOrder, ConstantRateResult } from './constant-rate.ts';
import type { RoundList } from './rounds.ts';
import { type Targets, type Variant, variants } from './targets.ts';

export interface Latency {
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
}

const program = fileURLToPath(new URL('./constant-rate.ts', import.meta.url));
const timeoutMs = 30_000;
const seconds = 10;

/** The load generator is a separate process, so that other work does not delay it. */
async function runConstantRate(order: ConstantRateOrder): Promise<readonly number[]> {
  const child = fork(program);
  const timer = setTimeout(() => child.kill(), order.seconds * 1000 + timeoutMs);
  child.send(order);
  const ended = once(child, 'exit').then(() => [undefined]);
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [ConstantRateResult | undefined];
  clearTimeout(timer);
  if (!result) throw new Error(`${order.base} did not respond in time.`);
  if (result.failed > 0)
    throw new Error(`${result.failed} requests to ${order.base} failed: the measurement is invalid.`);
  return result.latenciesMs;
}

/** Response times at a constant rate that all variants can serve, from the time when each request is due. */
export async function measureLatency(
  { all }: Targets,
  { files, requests }: RoundList,
  { perSecond, isBusy }: { readonly perSecond: number; readonly isBusy: boolean },
): Promise<Record<Variant, Latency>> {
  const found: Partial<Record<Variant, Latency>> = {};
  for (const variant of variants) {
    const { base, keys } = all[variant];
    // Where an operation is two requests, one after the other, twice the time of one is an upper bound.
    const times = variant === 'opensearchOnly' ? (requests[0]?.opensearchOnly.length ?? 1) : 1;
    const list = variant === 'opensearchOnly' ? files.opensearchOnly : files.service;
    if (!isBusy) await waitForIdle();
    const latenciesMs = await runConstantRate({ base, keys, list, perSecond, seconds });
    const at = (share: number) => quantile(latenciesMs, share) * times;
    found[variant] = { p50Ms: at(0.5), p90Ms: at(0.9), p99Ms: at(0.99) };
  }
  return found as Record<Variant, Latency>;
}
