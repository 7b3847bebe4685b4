import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { familyOf } from './cpu.ts';

/** Lets processes, with all their threads and children, use only the first cores of this machine. */
function useCores(pids: readonly number[], count: number): void {
  for (const pid of pids.flatMap(familyOf))
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `0-${count - 1}`, String(pid)]);
}

/** Runs `work` while this process and these servers may use only so many cores. */
export async function onCores<T>(count: number, servers: readonly number[], work: () => Promise<T>): Promise<T> {
  const pids = [process.pid, ...servers];
  useCores(pids, count);
  try {
    return await work();
  } finally {
    useCores(pids, availableParallelism());
  }
}
