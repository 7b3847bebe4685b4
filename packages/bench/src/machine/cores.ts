import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { familyOf } from './cpu.ts';

/** Lets processes, with all their threads and children, use only the first cores of this machine. */
function useCores(pids: readonly number[], count: number): void {
  for (const pid of pids.flatMap(familyOf))
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `0-${count - 1}`, String(pid)]);
}

/** Runs `work` while this process and these servers may use only this number of cores. The servers get the others back, also if it is stopped. */
export async function onCores<T>(count: number, servers: readonly number[], work: () => Promise<T>): Promise<T> {
  const pids = [process.pid, ...servers];
  // Asked before: it counts only the cores that this process may use.
  const all = availableParallelism();
  const stop = () => {
    useCores(servers, all);
    process.exit(1);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, stop);
  useCores(pids, count);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.off(signal, stop);
    useCores(pids, all);
  }
}
