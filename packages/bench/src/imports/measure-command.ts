import { readFileSync } from 'node:fs';
import type { Ended, Installation } from '../../../server/test/support/processes/installation.ts';

export interface Measured {
  seconds: number;
  /** Peak resident memory in MB, for each quarter of the run time. */
  memory: number[];
  ended: Ended;
}

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Runs a command and samples its memory. */
export async function measure(installation: Installation, ...args: string[]): Promise<Measured> {
  const samples: number[] = [];
  const began = Date.now();
  const { child, end } = installation.run(...args);
  const timer = setInterval(() => samples.push(residentMb(child.pid as number)), 100);
  const ended = await end;
  clearInterval(timer);
  if (ended.code !== 0) throw new Error(`orgdex ${args.join(' ')} exited with code ${ended.code}: ${ended.err}`);
  const quarter = Math.max(1, Math.ceil(samples.length / 4));
  const memory = [0, 1, 2, 3].map((at) => Math.round(Math.max(0, ...samples.slice(at * quarter, (at + 1) * quarter))));
  return { seconds: (Date.now() - began) / 1000, memory, ended };
}

/** The last line of the JSON output of a command. */
export const resultOf = ({ ended }: Measured) => JSON.parse(ended.out.trim().split('\n').at(-1) ?? '{}');
