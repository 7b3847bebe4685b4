import type { Config } from '../../core/settings/config.ts';

const autoDrainMs = 5000;

/** How long a process continues to serve after SIGTERM. In a terminal, no load balancer checks its readiness. */
export function drainMsOf({ ORGDEX_DRAIN_SECONDS: seconds }: Pick<Config, 'ORGDEX_DRAIN_SECONDS'>): number {
  if (seconds !== 'auto') return Number(seconds) * 1000;
  return process.stdin.isTTY || process.stdout.isTTY ? 0 : autoDrainMs;
}
