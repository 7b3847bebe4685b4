import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { familyOf } from './cpu.ts';

/** Lets processes, with all their threads and children, use only these cores of this machine. */
function useCores(pids: readonly number[], first: number, last: number): void {
  for (const pid of pids.flatMap(familyOf))
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${first}-${last}`, String(pid)]);
}

const lastCore = availableParallelism() - 1;

/** Runs `work` while this process and these servers may use only so many cores. */
export async function onCores<T>(count: number, servers: readonly number[], work: () => Promise<T>): Promise<T> {
  const pids = [process.pid, ...servers];
  useCores(pids, 0, count - 1);
  try {
    return await work();
  } finally {
    useCores(pids, 0, lastCore);
  }
}

/** Runs `work` while these servers have half of the cores, and this process with its children has the others: as on two machines. */
export async function onOtherCores<T>(servers: readonly number[], work: () => Promise<T>): Promise<T> {
  const half = lastCore >> 1;
  useCores([process.pid], 0, half);
  useCores(servers, Math.min(half + 1, lastCore), lastCore);
  try {
    return await work();
  } finally {
    useCores([process.pid, ...servers], 0, lastCore);
  }
}
