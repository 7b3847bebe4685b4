import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Linux counts CPU time in ticks of 1/100 s. */
const tickUs = 10_000;

/** The fields of /proc/PID/stat after the name, which may contain spaces. The first is field 3 of the manual. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const children = processes().filter((one) => Number(statOf(one)?.[1]) === pid);
  return [pid, ...children.flatMap(familyOf)];
}

/** The CPU time that the processes have used so far, in µs. */
export function cpuUsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = statOf(pid);
    return sum + (Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0)) * tickUs;
  }, 0);
}

/** The CPU time of the children that have exited, in µs. */
export function endedCpuUsOf(pid: number): number {
  const stat = statOf(pid);
  return (Number(stat?.[13] ?? 0) + Number(stat?.[14] ?? 0)) * tickUs;
}

/** The CPU time that a server and its child processes have used so far, including those that ended, in µs. */
export const serverCpuUsOf = (pid: number): number => cpuUsOf(familyOf(pid)) + endedCpuUsOf(pid);

/** The resident memory of processes, in MB. One that has ended has none. */
export function residentMbOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      return sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return sum;
    }
  }, 0);
}

/** The sockets that listen on a port of this machine. */
function listeningSockets(port: number): Set<string> {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1));
  const words = lines.map((line) => line.trim().split(/\s+/));
  const found = words.filter(([, local, , state]) => local?.endsWith(ending) && state === '0A');
  return new Set(found.map((line) => `socket:[${line[9]}]`));
}

function holds(pid: number, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`)));
  } catch {
    return false;
  }
}

/** The processes of this machine that listen at these addresses. */
export function listenersAt(urls: readonly string[]): number[] {
  return urls.flatMap((url) => {
    const sockets = listeningSockets(Number(new URL(url).port));
    return processes()
      .filter((pid) => holds(pid, sockets))
      .slice(0, 1);
  });
}
