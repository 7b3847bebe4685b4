import { readFileSync } from 'node:fs';
import type { Ended, Installation } from './installation.ts';

export interface Watched extends Ended {
  seconds: number;
  peakMb: number;
}

/** The peak memory of the whole process according to the kernel, including threads. */
function peakMbOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const mostMs = 60_000;

/** Runs a command until it exits, and measures its time and peak memory. A command that hangs is killed. */
export async function watch(installation: Installation, ...args: string[]): Promise<Watched> {
  const began = performance.now();
  const { child, end } = installation.run(...args);
  let peakMb = 0;
  const look = () => {
    peakMb = Math.max(peakMb, peakMbOf(child.pid as number));
  };
  const timer = setInterval(look, 20);
  const killer = setTimeout(() => child.kill('SIGKILL'), mostMs);
  const ended = await end;
  clearTimeout(killer);
  clearInterval(timer);
  return { ...ended, seconds: (performance.now() - began) / 1000, peakMb };
}
